import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every text of a language by its path, such as `password/mails.passwordChanged.title`. */
export type FlatTexts = Map<string, unknown>;

/**
 * Returns the files that combine the languages: `src/texts/index.ts` of a package, or `texts.ts` of each folder with pages
 * or mails.
 */
export function textFilesOf(name: string): string[] {
  return readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file === 'texts/index.ts' || /^[^/]+\/texts\.ts$/u.test(file))
    .sort();
}

/** The packages with texts. */
export const packagesWithTexts = readdirSync(join(root, 'packages')).filter((name) => textFilesOf(name).length > 0);

/** Returns the texts of a package in each language. The paths of a folder's texts begin with its name, such as `mfa/mails.`. */
export async function textsOf(name: string): Promise<Record<string, FlatTexts>> {
  const all: Record<string, FlatTexts> = {};
  for (const file of textFilesOf(name)) {
    const folder = file === 'texts/index.ts' ? undefined : dirname(file);
    const url = new URL(`../../packages/${name}/dist/src/${file.replace(/\.ts$/u, '.js')}`, import.meta.url);
    const exported = (await import(url.href)) as Record<string, Record<string, object>>;
    const texts = exported[`${camelCase(folder ?? name)}Texts`];
    if (!texts) throw new Error(`${url.pathname} exports no ${camelCase(folder ?? name)}Texts.`);
    for (const [language, tree] of Object.entries(texts)) {
      const found = flat(tree, folder === undefined ? '' : `${folder}/`);
      all[language] = new Map([...(all[language] ?? []), ...found]);
    }
  }
  return all;
}

/** Returns the files with the texts of one language, such as `mfa/texts.de.ts`. Each belongs to the `texts.ts` beside it. */
export function wordFilesOf(name: string): string[] {
  return readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /(?:^|\/)texts\.[a-z]{2}\.ts$/u.test(file))
    .sort();
}

const camelCase = (name: string) => name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());

function flat(tree: object, path = ''): FlatTexts {
  const entries = Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [...flat(value, `${path}${key}.`)]
      : ([[`${path}${key}`, value]] as const),
  );
  return new Map(entries);
}

/** Returns a text with its placeholders filled with these values. */
export function wordsOf(text: unknown, values: readonly unknown[]): string {
  if (typeof text !== 'function') return String(text ?? '');
  const filled: unknown = text(...values.slice(0, text.length));
  return Array.isArray(filled) ? filled.join('') : String(filled);
}
