import { relative } from 'node:path';
import {
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
// The compiler has no stable API, so package.json pins its version.
import { API } from 'typescript/unstable/sync';

export interface Pattern {
  /** The file. */
  readonly file: string;
  /** Undefined if it is only known when the program runs. */
  readonly source: string | undefined;
  readonly flags: string;
  /** As it is in the code. */
  readonly code: string;
}

/** Every regular expression in the sources of these folders: literals and `new RegExp`. */
export function findPatterns(root: string, folders: readonly string[]): Pattern[] {
  const api = new API({ cwd: root });
  try {
    return folders.flatMap((folder) => {
      const config = `${root}${folder}/tsconfig.json`;
      const project = api.updateSnapshot({ openProject: config }).getProject(config);
      if (!project) throw new Error(`${config} is not a TypeScript project.`);
      const files = project.rootFiles.filter((file) => relative(root, file).startsWith(`${folder}/src/`));
      return files.flatMap((file) => {
        const source = project.program.getSourceFile(file);
        if (!source) throw new Error(`${file} cannot be read.`);
        return patternsOf(source).map((pattern) => ({ file: relative(root, file), ...pattern }));
      });
    });
  } finally {
    api.close();
  }
}

function patternsOf(source: SourceFile): Omit<Pattern, 'file'>[] {
  const found: Omit<Pattern, 'file'>[] = [];
  const constants = new Map<string, Node>();
  const collect = (node: Node): void => {
    if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    node.forEachChild(collect);
  };
  const textOf = (node: Node | undefined): string | undefined => {
    if (node === undefined) return undefined;
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (isIdentifier(node)) return textOf(constants.get(node.text));
    if (!isTemplateExpression(node)) return undefined;
    return node.templateSpans.reduce<string | undefined>((before, { expression, literal }) => {
      const inner = textOf(expression);
      return before === undefined || inner === undefined ? undefined : before + inner + literal.text;
    }, node.head.text);
  };
  const visit = (node: Node): void => {
    const code = node.getText(source);
    if (isRegularExpressionLiteral(node)) {
      const end = code.lastIndexOf('/');
      found.push({ source: code.slice(1, end), flags: code.slice(end + 1), code });
    } else if (isNewExpression(node) && node.expression.getText(source) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      found.push({ source: textOf(pattern), flags: textOf(flags) ?? '', code });
    }
    node.forEachChild(visit);
  };
  collect(source);
  visit(source);
  return found;
}
