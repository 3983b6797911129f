import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, from dist/test. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a page. */
export interface Block {
  language: string;
  text: string;
  line: number;
}

/** A page of the documentation, with its path relative to the root. */
export interface DocPage {
  path: string;
  text: string;
  blocks: Block[];
}

/** Reads every page: those at the root, and all below docs/. */
export function readPages(): DocPage[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...atRoot, ...inDocs.sort()].map(readPage);
}

/** Reads the page of each example. */
export function readExamplePages(): DocPage[] {
  const paths = readdirSync(join(root, 'examples')).map((name) => join('examples', name, 'README.md'));
  return paths.filter((path) => existsSync(join(root, path))).map(readPage);
}

function readPage(path: string): DocPage {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, blocks: blocksOf(text) };
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/u.exec(line);
    if (!fence) open?.lines.push(line);
    else if (open) {
      blocks.push({ language: open.language, line: open.line, text: open.lines.join('\n') });
      open = undefined;
    } else open = { language: fence[1] ?? '', line: index + 1, lines: [] };
  }
  if (open) throw new Error(`The block that begins in line ${open.line} does not end.`);
  return blocks;
}

/** Returns the text of a page without its fenced blocks and code spans. */
export function proseOf({ text }: DocPage): string {
  return text.replaceAll(/^```\w*\n[\s\S]*?^```$/gmu, '').replaceAll(/`[^`\n]*`/gu, '');
}

/** Returns the relative targets of a page's links and images. */
export function relativeLinksOf(page: DocPage): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, target]) => String(target))
    .filter((target) => !/^[a-z]+:/u.test(target));
}

/** Returns the anchors of a page's headings. */
export function anchorsOf({ text }: DocPage): string[] {
  const headings = text.replaceAll(/^```\w*\n[\s\S]*?^```$/gmu, '').matchAll(/^#+ (.+)$/gmu);
  return [...headings].map(([, heading]) =>
    String(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
