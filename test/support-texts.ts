import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every text of a language by its path, such as `mails.passwordChanged.title`. */
export type FlatTexts = Map<string, unknown>;

/** The packages that have texts of their own. */
export const packagesWithTexts = readdirSync(join(root, 'packages')).filter((name) =>
  readdirSync(join(root, 'packages', name, 'src')).includes('texts'),
);

/** The texts of a package in each language. */
export async function textsOf(name: string): Promise<Record<string, FlatTexts>> {
  const file = new URL(`../../packages/${name}/dist/src/texts/index.js`, import.meta.url);
  const exported = (await import(file.href)) as Record<string, Record<string, object>>;
  const texts = exported[`${name}Texts`];
  if (!texts) throw new Error(`${file.pathname} exports no ${name}Texts.`);
  return Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, flat(tree)]));
}

function flat(tree: object, path = ''): FlatTexts {
  const entries = Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [...flat(value, `${path}${key}.`)]
      : ([[`${path}${key}`, value]] as const),
  );
  return new Map(entries);
}

/** What a text says when its places are filled with these values. */
export function wordsOf(text: unknown, values: readonly unknown[]): string {
  if (typeof text !== 'function') return String(text ?? '');
  const said: unknown = text(...values.slice(0, text.length));
  return Array.isArray(said) ? said.join('') : String(said);
}
