import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import test from 'ava';
import { root } from './support-imports.js';

/** Columns of bytes that the deployment's secret does not encrypt, or that a rotation of the secret does not have to change. */
const notSealed: Readonly<Record<string, string>> = {
  'client_secrets.hash': 'a hash',
  'oidc_tokens.subject_hashes': 'hashes',
  'event_exports.sha256': 'a hash of a file',
  'passkeys.public_key': 'a public key',
  'tenant_images.content': 'a public image',
  'tenant_images.hash': 'a hash of it',
  'refresh_answers.sealed': 'expires within two minutes; `secret rotate` waits for it',
};
const keyed = ['outgoing_mails.recipient_hash', 'outgoing_mails.domain_hash', 'outgoing_mails.mentioned_hash'];
const isHash = (column: string) => column.endsWith('_hash') && !keyed.includes(column);

const schema = readdirSync(join(root, 'prisma/schema'))
  .map((file) => readFileSync(join(root, 'prisma/schema', file), 'utf8'))
  .join('\n');
const columns = [...schema.matchAll(/^model \w+ \{(.*?)^\}/gmsu)].flatMap(([, body = '']) => {
  const table = /@@map\("(\w+)"\)/u.exec(body)?.[1];
  return [...body.matchAll(/^ {2}(\w+) +Bytes\b(.*)$/gmu)].map(
    ([, field, rest = '']) => `${table}.${/@map\("(\w+)"\)/u.exec(rest)?.[1] ?? field}`,
  );
});

/** The columns that the server and the built-in plugins declare. */
async function declaredColumns(): Promise<string[]> {
  const [{ sealedKeys }, { sealedMail }, { sealedSecret }] = (await Promise.all(
    [
      'runtime/dist/src/keys/sealed-values.js',
      'runtime/dist/src/background/mail/outbox.js',
      // Hosts install it themselves, so the workspace does not depend on it.
      'connections/dist/src/access/sealed-secret.js',
    ].map((file) => import(new URL(`packages/${file}`, `file://${root}/`).href)),
  )) as [{ sealedKeys: Declared[] }, { sealedMail: Declared & { hashColumns: string[] } }, { sealedSecret: Declared }];
  const plugins = [users(), tenants(), licensing(), webhooks()].flatMap(({ declares }) => declares?.sealed ?? []);
  const named = [...sealedKeys, sealedMail, sealedSecret, ...plugins].map(({ table, column }) => `${table}.${column}`);
  const hashes = sealedMail.hashColumns.map((column) => `${sealedMail.table}.${column}`);
  return [...named, ...hashes].map((name) => name.replace(/^identity\./u, ''));
}

interface Declared {
  table: string;
  column: string;
}

test('every column that the secret of the deployment encrypts is declared, so that a rotation finds it', async (t) => {
  t.true(columns.length > 20, 'the columns of bytes were found');
  const declared = await declaredColumns();
  const unknown = columns.filter((name) => !declared.includes(name) && !(name in notSealed) && !isHash(name));
  t.deepEqual(unknown, [], 'declare it as sealed, or add it to the list of those that are not');
  t.deepEqual(
    declared.filter((name) => !columns.includes(name)),
    [],
  );
});
