import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { foreignHashes } from '../support/foreign-hashes.js';
import { identityCommandWith } from '../support/identity-command.js';
import { importLines, newEmail, storedBcrypt } from '../support/import-tests.js';
import { crm, licensedTenant, pro } from '../support/licensing-api.js';
import { addSuperAdmin, platformMachine } from '../support/platform-api.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

const command = (server: TestServer, ...words: string[]) =>
  identityCommandWith<Record<string, unknown>>(server.databaseUrl, { IDENTITY_SECRET: testSecret }, ...words);

const license = { application: 'CRM', licenseType: 'pro' };

/** A deployment with the tenants and subscriptions of another one, and nobody in it. */
async function emptyLike(from: TestServer): Promise<TestServer> {
  const server = await startTestServer();
  const { db } = server.identity;
  await db.tenant.deleteMany();
  await db.user.deleteMany();
  for (const { id, slug, name } of await from.identity.db.tenant.findMany())
    await db.tenant.create({ data: { id, slug, name } });
  for (const { tenantId, quantityPurchased } of await from.identity.db.subscription.findMany())
    await db.subscription.create({ data: { tenantId, applicationId: crm, licenseTypeId: pro, quantityPurchased } });
  return server;
}

test('an export can be imported into an empty deployment, and its export is equal to the byte', async (t) => {
  const source = await startTestServer();
  t.teardown(() => source.stop());
  const { db } = source.identity;
  const token = await platformMachine(source);
  const licensed = await licensedTenant(source, 50);
  const other = await freshTenant(source);
  await db.tenant.deleteMany({ where: { id: { notIn: [licensed.id, other.id] } } });
  await db.user.deleteMany({ where: { memberships: { none: {} } } });
  await db.user.updateMany({ data: { passwordHash: storedBcrypt } });
  const hashes = Object.values(foreignHashes);
  const people = Array.from({ length: 60 }, (_, index) => ({
    email: index === 0 ? `Ada.${newEmail()}` : newEmail(),
    emailVerified: index % 2 === 0,
    ...(index % 3 === 0 ? { externalId: `x|${index}` } : {}),
    displayName: index % 4 === 0 ? `Pérson ${index}` : null,
    familyName: 'O’Neil',
    locale: 'de',
    zoneinfo: 'Europe/Berlin',
    createdAt: `2020-01-01T00:00:00.${String(index).padStart(3, '0')}Z`,
    disabled: index % 10 === 0,
    ...(index % 5 === 0 ? {} : { password: hashes[index % hashes.length] }),
    ...(index % 7 === 0 ? { totpSecret: 'JBSWY3DPEHPK3PXP' } : {}),
    memberships: [
      {
        tenant: licensed.slug,
        role: index === 1 ? 'owner' : 'member',
        ...(index % 2 === 0 ? { licenses: [{ application: 'CRM', licenseType: 'pro' }] } : {}),
      },
      ...(index < 5 ? [{ tenant: other.slug, role: 'admin' }] : []),
    ],
  }));
  t.like((await importLines(source, token, people)).counts, { created: 60, refused: 0, waiting: 0 });

  const [first, second] = [join(folder, 'first.ndjson'), join(folder, 'second.ndjson')];
  t.like(await command(source, 'users', 'export', first, '--with-passwords'), { file: first });
  t.is((await stat(first)).mode & 0o777, 0o600);
  const exported = await db.event.findFirstOrThrow({ where: { type: 'people.exported' } });
  t.like(exported, { actorKind: 'system', actorId: 'cli', data: { withPasswords: true } });
  const target = await emptyLike(source);
  t.teardown(() => target.stop());
  t.like(await command(target, 'users', 'import', first, '--create-tenants'), {
    status: 'DONE',
    refused: 0,
    waiting: 0,
  });
  await command(target, 'users', 'export', second, '--with-passwords');
  t.is(await readFile(second, 'utf8'), await readFile(first, 'utf8'));
  // The owner who is a member elsewhere has a second line, which only adds that membership.
  t.like(await command(target, 'users', 'import', first), { created: 0, changed: 0, refused: 0 });

  const plain = join(folder, 'plain.ndjson');
  await command(source, 'users', 'export', plain);
  const text = await readFile(plain, 'utf8');
  t.notRegex(text, /password|totpSecret|\$2b/u);
  t.is(text.split('\n').length, (await readFile(first, 'utf8')).split('\n').length);
});

test('an export with the catalogue can be imported into a deployment that has nothing', async (t) => {
  const [source, target] = await Promise.all([startTestServer(), startTestServer()]);
  t.teardown(() => Promise.all([source.stop(), target.stop()]));
  const tenant = await licensedTenant(source, 7);
  const member = { email: newEmail(), memberships: [{ tenant: tenant.slug, licenses: [license] }] };
  t.like((await importLines(source, await platformMachine(source), [member])).counts, { created: 1, waiting: 0 });
  const file = join(folder, 'catalogue.ndjson');
  await command(source, 'users', 'export', file, '--with-passwords', '--with-catalogue');
  const { db } = target.identity;
  const empty = async () => {
    await db.client.updateMany({ data: { applicationId: null } });
    await db.tenant.deleteMany();
    await db.user.deleteMany();
    await db.application.deleteMany();
  };
  await empty();
  const seats = () => source.identity.db.seat.count();
  const rehearsed = await command(target, 'users', 'import', file, '--rehearse');
  t.like(rehearsed, { refused: 0 });
  t.is(await db.application.count(), 0);
  const { catalogue, ...counts } = await command(target, 'users', 'import', file);
  t.like(counts, { status: 'DONE', refused: 0, waiting: 0, created: rehearsed['created'] });
  t.like(catalogue, { tenants: await source.identity.db.tenant.count() });
  t.is(await db.seat.count(), await seats());
  const owned = { where: { tenant: { slug: tenant.slug } }, select: { quantityPurchased: true, status: true } };
  t.deepEqual(await db.subscription.findMany(owned), await source.identity.db.subscription.findMany(owned));
  const created = await db.event.findMany({ where: { type: { in: ['application.created', 'subscription.created'] } } });
  t.true(created.some(({ actorKind, actorId }) => actorKind === 'system' && actorId === 'cli'));
  const again = await command(target, 'users', 'import', file);
  t.like(again, { created: 0, changed: 0, refused: 0 });
  t.deepEqual(again['catalogue'], { applications: 0, licenseTypes: 0, tenants: 0, subscriptions: 0 });

  // Without the catalogue, the people come in all the same.
  await empty();
  const plain = join(folder, 'without-catalogue.ndjson');
  await command(source, 'users', 'export', plain);
  const without = await command(target, 'users', 'import', plain, '--create-tenants');
  t.like(without, { refused: 0, created: rehearsed['created'], waiting: rehearsed['waiting'] });
  t.true(Number(without['waiting']) > 0);
  t.is(await db.user.count(), await source.identity.db.user.count());
});

test('an import over the API adds nothing of a catalogue, whoever sends it', async (t) => {
  const server = await startTestServer();
  t.teardown(() => server.stop());
  const { db } = server.identity;
  const lines = [
    { catalogue: { application: { name: 'Smuggled', licenseTypes: [{ slug: 'pro', name: 'Pro' }] } } },
    { catalogue: { tenant: { slug: 'smuggled', name: 'Smuggled' } } },
  ];
  const operator = await addSuperAdmin(server);
  for (const token of [await platformMachine(server), operator.token]) {
    const { counts, report } = await importLines(server, token, lines);
    t.like(counts, { created: 0, refused: 2 });
    t.is(report[0]?.result, 'refused');
  }
  t.is(await db.application.count({ where: { name: 'Smuggled' } }), 0);
  t.is(await db.tenant.count({ where: { slug: 'smuggled' } }), 0);
});

test('the command imports a file, writes a report, and ends with 2 if a line was refused', async (t) => {
  const server = await startTestServer();
  t.teardown(() => server.stop());
  const [file, report] = [join(folder, 'people.ndjson'), join(folder, 'report.ndjson')];
  const email = newEmail();
  await writeFile(file, `${JSON.stringify({ email })}\n`);
  t.like(await command(server, 'users', 'import', file, '--rehearse'), { rehearsed: true, created: 1 });
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 0);
  const done = await command(
    server,
    'users',
    'import',
    file,
    '--invite',
    '--issuer',
    server.issuer,
    '--report',
    report,
  );
  t.like(done, { status: 'DONE', created: 1, refused: 0 });
  t.deepEqual(JSON.parse(await readFile(report, 'utf8')), { line: 1, email, result: 'created' });
  t.regex((await server.mailbox.mailTo(email)).text, /was created for you/u);
  await writeFile(file, `${JSON.stringify({ email: 'x' })}\n`);
  const refused = await t.throwsAsync<Error & { code: number }>(command(server, 'users', 'import', file));
  t.is(refused?.code, 2);
  for (const words of [
    [file, '--from', 'unknown'],
    [join(folder, 'no-such-file')],
    [file, '--invite'],
    [file, '--report', report],
  ]) {
    const failed = await t.throwsAsync<Error & { code: number }>(command(server, 'users', 'import', ...words));
    t.is(failed?.code, 1, words.join(' '));
  }
});
