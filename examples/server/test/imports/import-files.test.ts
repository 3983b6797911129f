import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { foreignHashes, foreignPassword } from '../support/foreign-hashes.js';
import { identityCommandWith } from '../support/identity-command.js';
import { newEmail, type ReportLine } from '../support/import-tests.js';
import { signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

let server: TestServer;
let folder: string;
test.before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
test.after.always(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const db = () => server.identity.db;
const withGoogle = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' };
type Result = Record<string, unknown>;
const command = (words: readonly string[], environment: Record<string, string> = {}) =>
  identityCommandWith<Result>(server.databaseUrl, { IDENTITY_SECRET: testSecret, ...environment }, ...words);

async function fileOf(content: string | Buffer): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, content);
  return file;
}

/** Runs a command that fails, and returns its exit code and its error. */
async function failure(words: readonly string[]) {
  const { code, stdout } = await command(words).then(
    () => ({ code: 0, stdout: '{}' }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, error: String((JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Result)['error']) };
}

const userOf = (normalizedEmail: string) =>
  db().user.findUniqueOrThrow({ where: { normalizedEmail }, include: { ssoLinks: true } });

test.serial('the command takes links of the providers that the environment of the server names', async (t) => {
  const [native, auth0, firebase] = [newEmail(), newEmail(), newEmail()];
  const line = { email: native, links: [{ provider: 'google', subject: native }] };
  t.like(await command(['users', 'import', await fileOf(JSON.stringify(line))], withGoogle), {
    created: 1,
    withLinks: 1,
  });
  const exported = {
    user_id: `google-oauth2|${auth0}`,
    email: auth0,
    identities: [{ provider: 'google-oauth2', user_id: auth0 }],
  };
  const words = ['users', 'import', await fileOf(JSON.stringify(exported)), '--from', 'auth0'];
  t.like(await command(words, withGoogle), { created: 1, withLinks: 1 });
  const localId = randomUUID();
  const users = [{ localId, email: firebase, providerUserInfo: [{ providerId: 'google.com', rawId: firebase }] }];
  const file = await fileOf(JSON.stringify({ users }));
  t.like(await command(['users', 'import', file, '--from', 'firebase'], withGoogle), { created: 1, withLinks: 1 });
  for (const email of [native, auth0, firebase])
    t.like((await userOf(email)).ssoLinks, [
      { provider: 'GOOGLE', issuer: 'https://accounts.google.com', subject: email },
    ]);
});

test.serial('links to a provider that is not configured are counted in the notes', async (t) => {
  const people = [newEmail(), newEmail()].map((email) => ({
    user_id: `google-oauth2|${email}`,
    email,
    identities: [{ provider: 'google-oauth2', user_id: email }],
  }));
  const file = await fileOf(people.map((person) => JSON.stringify(person)).join('\n'));
  const { notes, ...counts } = await command(['users', 'import', file, '--from', 'auth0']);
  t.like(counts, { created: 2, withLinks: 0 });
  t.true(
    (notes as string[]).some((note) => note.startsWith('2 links to "google"')),
    String(notes),
  );
});

for (const [format, textOf] of [
  ['csv', (email: string) => `email,displayName\n${newEmail()},Ada\n${email},Jürgen\n`],
  ['keycloak', (email: string) => JSON.stringify({ realm: 'x', users: [{ email, firstName: 'Jürgen' }] })],
  ['firebase', (email: string) => JSON.stringify({ users: [{ localId: randomUUID(), email, displayName: 'Jürgen' }] })],
] as const)
  test.serial(`${format}: a file in Latin-1 is refused with its line, and read with --encoding latin1`, async (t) => {
    const email = newEmail();
    const file = await fileOf(Buffer.from(textOf(email), 'latin1'));
    const words = ['users', 'import', file, '--from', format];
    const { code, error } = await failure(words);
    t.is(code, 1);
    t.regex(error, format === 'csv' ? /see line 3\b/u : /see line 1\b/u);
    t.is(await db().user.count({ where: { normalizedEmail: email } }), 0);
    t.like(await command([...words, '--encoding', 'latin1']), { refused: 0 });
    t.is((await userOf(email)).displayName, 'Jürgen');
    const other = newEmail();
    const utf16 = Buffer.from(`\uFEFF${textOf(other)}`, 'utf16le');
    t.like(await command(['users', 'import', await fileOf(utf16), '--from', format]), { refused: 0 });
    t.is((await userOf(other)).displayName, 'Jürgen');
  });

test.serial('a native file in Latin-1 is refused line by line, and read with --encoding latin1', async (t) => {
  const email = newEmail();
  const file = await fileOf(Buffer.from(JSON.stringify({ email, displayName: 'Jürgen' }), 'latin1'));
  t.is((await failure(['users', 'import', file])).code, 2);
  t.like(await command(['users', 'import', file, '--encoding', 'latin1']), { created: 1 });
  t.is((await userOf(email)).displayName, 'Jürgen');
  t.is((await failure(['users', 'import', file, '--encoding', 'ebcdic'])).code, 1);
});

test.serial('a file of another system than --from says is refused, with the right name', async (t) => {
  const email = newEmail();
  const files = {
    firebase: JSON.stringify({ users: [{ localId: 'x', email }] }),
    keycloak: JSON.stringify({ realm: 'x', users: [{ email }] }),
    clerk: `id,primary_email_address,password_hasher\nx,${email},bcrypt\n`,
    supabase: JSON.stringify([{ id: 'x', email, encrypted_password: '' }]),
    auth0: JSON.stringify({ user_id: 'auth0|x', email }),
    logto: JSON.stringify({ id: 'x', primaryEmail: email }),
    native: JSON.stringify({ email, memberships: [] }),
  };
  for (const [form, text] of Object.entries(files))
    for (const from of ['native', 'auth0', 'keycloak', 'firebase', 'logto', 'supabase'].filter((one) => one !== form)) {
      const { code, error } = await failure(['users', 'import', await fileOf(text), '--from', from]);
      t.is(code, 1, `${form} as ${from}`);
      t.true(error.includes(`--from ${form}`), error);
    }
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 0);
});

test.serial('a file in which nobody is found is an error, not an import of nobody', async (t) => {
  for (const [from, text] of [
    ['keycloak', JSON.stringify({ people: [{ email: newEmail() }] })],
    ['cognito', JSON.stringify({ users: [] })],
    ['csv', 'email\n'],
  ] as const) {
    const { code, error } = await failure(['users', 'import', await fileOf(text), '--from', from]);
    t.is(code, 1, from);
    t.regex(error, /nobody in the file/u);
  }
});

test.serial('an import is taken back: what nobody has used is gone, without a mail', async (t) => {
  const slug = `t${randomUUID().slice(0, 8)}`;
  const [owner, member, used, changed, known] = [newEmail(), newEmail(), newEmail(), newEmail(), newEmail()];
  await command(['users', 'import', await fileOf(JSON.stringify({ email: known }))]);
  const password = foreignHashes['bcrypt 2b'];
  const lines = [
    { email: owner, memberships: [{ tenant: slug, role: 'owner' }] },
    { email: member, memberships: [{ tenant: slug }] },
    { email: used, emailVerified: true, password },
    { email: changed },
    { email: known, displayName: 'Known' },
  ];
  const file = await fileOf(lines.map((line) => JSON.stringify(line)).join('\n'));
  const { id } = await command(['users', 'import', file, '--create-tenants']);
  await signIn(server.issuer, { email: used, password: foreignPassword });
  await db().user.update({ where: { normalizedEmail: changed }, data: { updatedAt: new Date(Date.now() + 60_000) } });
  const mails = server.mailbox.all.length;
  t.like(await command(['users', 'import', '--undo', String(id)]), { erased: 2, kept: 2, tenants: 1 });
  const left = await db().user.findMany({ where: { normalizedEmail: { in: [owner, member, used, changed, known] } } });
  t.deepEqual(left.map(({ email }) => email).sort(), [used, changed, known].sort());
  t.is(await db().tenant.count({ where: { slug } }), 0);
  t.is(server.mailbox.all.length, mails);
  const event = await db().event.findFirstOrThrow({ where: { type: 'import.undone', subjectId: String(id) } });
  t.like(event, { actorKind: 'system', data: { erased: 2, kept: 2, tenants: 1 } });
  t.like(await command(['users', 'import', '--undo', String(id)]), { erased: 0, tenants: 0 });
  t.like(await command(['users', 'import', file, '--create-tenants']), { created: 2, refused: 0 });
});

test.serial('an import that does not exist, or with a file beside it, cannot be taken back', async (t) => {
  t.is((await failure(['users', 'import', '--undo', randomUUID()])).code, 1);
  t.is((await failure(['users', 'import', await fileOf('{}'), '--undo', randomUUID()])).code, 1);
  t.is((await failure(['users', 'import'])).code, 1);
});

test.serial('--undo takes no option of an import, --rehearse least of all, and nothing is gone', async (t) => {
  const email = newEmail();
  const { id } = await command(['users', 'import', await fileOf(JSON.stringify({ email }))]);
  for (const option of [
    ['--rehearse'],
    ['--create-tenants'],
    ['--invite'],
    ['--from', 'csv'],
    ['--encoding', 'latin1'],
    ['--report', join(folder, randomUUID())],
    ['--issuer', 'https://id.example'],
    ['--firebase-rounds', '8'],
  ]) {
    const { code, error } = await failure(['users', 'import', '--undo', String(id), ...option]);
    t.is(code, 1, option[0]);
    t.true(error.includes(String(option[0])), error);
  }
  t.truthy(await userOf(email));
  t.is((await failure(['users', 'import', '--undo', ''])).code, 1);
});

test.serial('a tenant that somebody else created during the import stays when it is taken back', async (t) => {
  const [own, other] = [`t${randomUUID().slice(0, 8)}`, `t${randomUUID().slice(0, 8)}`];
  const [owner, member] = [newEmail(), newEmail()];
  const lines = [{ email: owner, memberships: [{ tenant: own, role: 'owner' }] }, { email: member }];
  const file = await fileOf(lines.map((line) => JSON.stringify(line)).join('\n'));
  const { id } = await command(['users', 'import', file, '--create-tenants']);
  const { id: userId } = await userOf(member);
  const { startedAt } = await db().import.findUniqueOrThrow({ where: { id: String(id) } });
  const data = { slug: other, name: other, createdAt: startedAt };
  await db().tenant.create({ data: { ...data, memberships: { create: { userId, role: 'owner' } } } });
  t.like(await command(['users', 'import', '--undo', String(id)]), { erased: 1, kept: 1, tenants: 1 });
  t.is(await db().tenant.count({ where: { slug: own } }), 0);
  t.is(await db().tenant.count({ where: { slug: other } }), 1);
});

test.serial('a tenant in which something was set up since stays when its import is taken back', async (t) => {
  const setUp = {
    domain: (tenantId: string) => db().domain.create({ data: { tenantId, domain: `${tenantId}.example`, proof: 'x' } }),
    group: (tenantId: string) => db().group.create({ data: { tenantId, name: 'Staff', nameKey: 'staff' } }),
    directory: (tenantId: string) => db().directory.create({ data: { tenantId, name: 'Directory' } }),
    policy: (tenantId: string) => db().tenant.update({ where: { id: tenantId }, data: { policy: {} } }),
  };
  for (const [what, create] of Object.entries(setUp)) {
    const slug = `t${randomUUID().slice(0, 8)}`;
    const line = { email: newEmail(), memberships: [{ tenant: slug, role: 'owner' }] };
    const { id } = await command(['users', 'import', await fileOf(JSON.stringify(line)), '--create-tenants']);
    const tenant = await db().tenant.findUniqueOrThrow({ where: { slug } });
    await create(tenant.id);
    t.like(await command(['users', 'import', '--undo', String(id)]), { erased: 0, kept: 1, tenants: 0 }, what);
    t.is(await db().tenant.count({ where: { slug } }), 1, what);
  }
});

test.serial('a tenant that is used while its import is taken back stays', async (t) => {
  const slug = `t${randomUUID().slice(0, 8)}`;
  const line = { email: newEmail(), memberships: [{ tenant: slug, role: 'owner' }] };
  const { id } = await command(['users', 'import', await fileOf(JSON.stringify(line)), '--create-tenants']);
  const { id: tenantId } = await db().tenant.findUniqueOrThrow({ where: { slug } });
  let undone: Promise<Result> | undefined;
  await db().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
      undone = command(['users', 'import', '--undo', String(id)]);
      undone.catch(() => undefined);
      await until(async () => (await waitingForLock()) > 0);
      await tx.group.create({ data: { tenantId, name: 'Staff', nameKey: 'staff' } });
    },
    { timeout: 30_000 },
  );
  t.like(await undone, { erased: 0, kept: 1, tenants: 0 });
  t.is(await db().group.count({ where: { tenantId } }), 1);
});

/** How many sessions of this database wait for a lock. */
async function waitingForLock(): Promise<number> {
  const [row] = await db().$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

test.serial('an owner whom a tenant needs stays when the import is taken back', async (t) => {
  const slug = `t${randomUUID().slice(0, 8)}`;
  const [owner, later] = [newEmail(), newEmail()];
  const first = await fileOf(JSON.stringify({ email: owner, memberships: [{ tenant: slug, role: 'owner' }] }));
  const { id } = await command(['users', 'import', first, '--create-tenants']);
  await command(['users', 'import', await fileOf(JSON.stringify({ email: later, memberships: [{ tenant: slug }] }))]);
  t.like(await command(['users', 'import', '--undo', String(id)]), { erased: 0, kept: 1, tenants: 0 });
  t.truthy(await userOf(owner));
});

test.serial('a report has the remarks of its lines', async (t) => {
  const report = join(folder, randomUUID());
  const file = await fileOf(JSON.stringify({ email: newEmail(), displayName: 'x'.repeat(140) }));
  await command(['users', 'import', file, '--report', report]);
  const line = JSON.parse(await readFile(report, 'utf8')) as ReportLine;
  t.like(line, { result: 'created', remarks: [{ field: 'displayName' }] });
});
