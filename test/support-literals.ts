import { relative } from 'node:path';
import {
  isCallExpression,
  isImportDeclaration,
  isJsxAttribute,
  isJsxText,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
// The compiler has no stable API, so package.json pins its version.
import { API } from 'typescript/unstable/sync';

export interface Literal {
  /** File and line. */
  readonly location: string;
  readonly text: string;
}

/** Finds words for users in these files that are not in a text file. */
export function findLiterals(root: string, packages: readonly string[], wanted: (file: string) => boolean): Literal[] {
  const api = new API({ cwd: root });
  try {
    return packages.flatMap((name) => {
      const config = `${root}packages/${name}/tsconfig.json`;
      const project = api.updateSnapshot({ openProject: config }).getProject(config);
      if (!project) throw new Error(`${config} is not a TypeScript project.`);
      const files = project.rootFiles.filter((file) => wanted(relative(root, file)));
      return files.flatMap((file) => {
        const source = project.program.getSourceFile(file);
        if (!source) throw new Error(`${file} cannot be read.`);
        return literalsOf(source).map(({ text, line }) => ({ location: `${relative(root, file)}:${line}`, text }));
      });
    });
  } finally {
    api.close();
  }
}

// Attributes that a browser does not show.
const technical =
  /^(?:class|style|key|name|id|href|src|d|type|value|rel|role|method|action|charset|content|viewBox|for)$/u;
const looksWritten = /\p{L}{2,}[,:;]? \p{L}{2,}|^\p{Lu}\p{Ll}+[.!?:]?$/u;
// Markup, SQL, an inline script, a MIME type and a font.
const isCode = /^\s*(?:<|INSERT |\(\(\) =>|application\/|system-ui|-apple-system)/u;

const isWords = (text: string) => looksWritten.test(text) && !isCode.test(text);

function literalsOf(source: SourceFile): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  const note = (node: Node, text: string) => {
    const line = source.text.slice(0, node.getStart(source)).split('\n').length;
    found.push({ text: text.trim(), line });
  };
  const visit = (node: Node): void => {
    // Errors and log lines are always English: programs and operators read them.
    if (isImportDeclaration(node) || isNewExpression(node) || isLogLine(node)) return;
    if (isJsxAttribute(node) && technical.test(node.name.getText(source))) return;
    if (isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) note(node, node.text);
    } else if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      if (isWords(node.text)) note(node, node.text);
    } else if (isTemplateExpression(node)) {
      const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (!isCode.test(node.head.text) && words.some(isWords)) note(node, words.join('…'));
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function isLogLine(node: Node): boolean {
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    ['debug', 'info', 'warn', 'error'].includes(node.expression.name.text)
  );
}
