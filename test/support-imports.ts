import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the workspace. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** Relative to the root of the workspace. */
  file: string;
  specifier: string;
}

/** Returns the source files below a folder, relative to the root of the workspace, without generated files. */
export function sourcesBelow(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?tsx?$/u.test(file) && !file.split(sep).includes('generated'))
    .map((file) => join(folder, file));
}

/** Returns a file without its comments, which may mention packages and variables that the code does not use. */
export function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
}

/** Every form of an import. */
export const importForms = [
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gu,
  /(?:^|[;}])\s*import\s*['"]([^'"]+)['"]/gmu,
  /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gu,
  /\brequire(?:\.resolve)?\s*\(\s*['"`]([^'"`]+)['"`]/gu,
  /\bimport\.meta\.resolve\s*\(\s*['"`]([^'"`]+)['"`]/gu,
];

/** Returns the imports of all source files below a folder. */
export function importsBelow(folder: string): Import[] {
  return sourcesBelow(folder).flatMap((file) => {
    const code = codeOf(file);
    const found = importForms.flatMap((form) =>
      [...code.matchAll(form)].map(([, specifier = '']) => ({ file, specifier })),
    );
    // The compiler adds this import to every file with JSX.
    return /\.[cm]?tsx$/u.test(file) ? [...found, { file, specifier: 'preact/jsx-runtime' }] : found;
  });
}

/** Whether an import is a file and not a package. */
export const isRelative = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('/');

/** Formats an import for a report. */
export const show = ({ file, specifier }: Import) => `${file} imports ${specifier}`;
