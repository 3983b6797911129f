import { fileURLToPath } from 'node:url';
import test from 'ava';
import { findLiterals } from '../support-literals.js';
import { packagesWithTexts, textFilesOf, textsOf, wordFilesOf, wordsOf } from '../support-texts.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Words that are the same in both languages. */
const alike = new Set([
  ...['Name', 'Code', 'Passkey', 'Passkeys', 'Logo', 'Status', '–', '«0»'],
  // Words of the platform's console.
  ...['Person', 'Browser', 'Client', 'Clients', 'Origins', 'Scopes', 'Secrets', 'Webhook', 'Webhooks', 'URL'],
  ...['Domain', 'Domains', 'TTL', 'Token', 'API', 'APIs', 'Agent'],
]);

test('every package that draws pages has its texts in every language', async (t) => {
  t.deepEqual([...packagesWithTexts].sort(), [
    'connections',
    'licensing',
    'runtime',
    'scim',
    'tenants',
    'ui',
    'users',
    'webhooks',
  ]);
  for (const name of packagesWithTexts) t.deepEqual(Object.keys(await textsOf(name)), ['en', 'de'], name);
});

test('the words of a folder lie beside the file that puts them together, in every language', (t) => {
  for (const name of packagesWithTexts) {
    const folders = textFilesOf(name).filter((file) => file.endsWith('/texts.ts'));
    const expected = folders.flatMap((file) => ['de', 'en'].map((tag) => file.replace(/\.ts$/u, `.${tag}.ts`)));
    t.deepEqual(wordFilesOf(name), expected, name);
  }
});

test('no text is missing, empty, or left in English', async (t) => {
  for (const name of packagesWithTexts) {
    const { en = new Map(), de = new Map() } = await textsOf(name);
    t.deepEqual([...de.keys()], [...en.keys()], `${name}: the same texts in the same order`);
    t.true(en.size > 5);
    for (const [path, english] of en) {
      const german = de.get(path);
      const location = `${name}: ${path}`;
      t.is(typeof german, typeof english, location);
      if (english === undefined) continue;
      const values = ['«0»', '«1»', '«2»'];
      const dates = values.map(() => new Date(0));
      const filled = path.endsWith('invitationMail.after') ? dates : values;
      const [one, other] = [wordsOf(english, filled), wordsOf(german, filled)];
      t.regex(one, /\S/u, location);
      t.regex(other, /\S/u, location);
      if (!alike.has(one.trim())) t.not(other, one, `${location} is German`);
    }
  }
});

test('a text has the same placeholders in every language', async (t) => {
  for (const name of packagesWithTexts) {
    const { en = new Map(), de = new Map() } = await textsOf(name);
    for (const [path, english] of en) {
      const german = de.get(path);
      if (typeof english !== 'function' || typeof german !== 'function') continue;
      t.is(german.length, english.length, `${name}: ${path}`);
      const values = ['«0»', '«1»', '«2»'];
      if (path.endsWith('invitationMail.after')) continue;
      const placeholders = (text: unknown) => values.filter((value) => wordsOf(text, values).includes(value));
      t.deepEqual(placeholders(german), placeholders(english), `${name}: ${path}`);
    }
  }
});

test('a name that ends with a full stop is not followed by a second one', async (t) => {
  const doubled: string[] = [];
  for (const name of packagesWithTexts) {
    for (const [language, texts] of Object.entries(await textsOf(name))) {
      for (const [path, text] of texts) {
        if (typeof text !== 'function' || path.endsWith('invitationMail.after')) continue;
        const said = wordsOf(text, ['Acme Inc.', 'Acme Inc.', 'Acme Inc.']);
        if (said.includes('Inc..')) doubled.push(`${name} ${language} ${path}: ${said}`);
      }
    }
  }
  t.deepEqual(doubled, [], 'write it with sentence`…` for pages or line`…` for plain text');
});

test('numbers are told in the singular and in the plural', async (t) => {
  const { en, de } = await textsOf('runtime');
  const wait = (texts: typeof en, minutes: number) => wordsOf(texts?.get('pages/rateLimited.advice'), [minutes]);
  t.regex(wait(en, 1), /a minute/u);
  t.regex(wait(en, 7), /7 minutes/u);
  t.regex(wait(de, 1), /eine Minute/u);
  t.regex(wait(de, 7), /7 Minuten/u);
});

/** Files of the users package that belong to pages and mails but contain no markup. */
const drawnInUsers =
  /\/users\/src\/(?:(?:account-frame|account-pages|profile|registration|security)\/(?!texts\.)|.*\/(?:security-state|mail-recipient)\.ts$)/u;

test('no page or mail holds words of its own: all of them are in the texts', (t) => {
  // The API reference is only in English.
  const drawn = (file: string) =>
    /\/src\/(?!texts\/|api-docs\/)/u.test(file) &&
    (file.endsWith('.tsx') || /\/(?:emails|account)\//u.test(file) || drawnInUsers.test(file));
  const found = findLiterals(root, packagesWithTexts, drawn);
  t.deepEqual(found, []);
});

test('words in a page would be found, with file and line', (t) => {
  const planted = findLiterals(root, ['ui/test'], (file) => file.endsWith('packages/ui/test/pages/pages.test.tsx'));
  t.true(
    planted.some(
      ({ location, text }) => /^packages\/ui\/test\/pages\/pages\.test\.tsx:\d+$/u.test(location) && text === 'App',
    ),
  );
});
