import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** Relative to the workspace's root. */
  file: string;
  specifier: string;
}

/** The source files below a folder, relative to the workspace's root; generated ones are left out. */
export function sourcesBelow(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?tsx?$/u.test(file) && !file.split(sep).includes('generated'))
    .map((file) => join(folder, file));
}

/** Comments may name packages and variables without using them. */
export function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
}

/** Every way to write an import. */
export const importForms = [
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gu,
  /(?:^|[;}])\s*import\s*['"]([^'"]+)['"]/gmu,
  /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gu,
  /\brequire(?:\.resolve)?\s*\(\s*['"`]([^'"`]+)['"`]/gu,
  /\bimport\.meta\.resolve\s*\(\s*['"`]([^'"`]+)['"`]/gu,
];

/** The imports of all source files below a folder. */
export function importsBelow(folder: string): Import[] {
  return sourcesBelow(folder).flatMap((file) => {
    const code = codeOf(file);
    const found = importForms.flatMap((form) =>
      [...code.matchAll(form)].map(([, specifier = '']) => ({ file, specifier })),
    );
    // The compiler imports it for every element that is written in a file.
    return /\.[cm]?tsx$/u.test(file) ? [...found, { file, specifier: 'preact/jsx-runtime' }] : found;
  });
}

/** Whether an import names a file rather than a package. */
export const isRelative = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('/');

/** An import as a line of a report. */
export const show = ({ file, specifier }: Import) => `${file} imports ${specifier}`;
