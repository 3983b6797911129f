import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { demoData, demoPassword } from '@org/identity-example-server/demo-data';
import { openAccount } from '@org/identity-example-server/test/account-pages';
import { browserPath } from '@org/identity-example-server/test/browser';
import { atApplication, browserTest, openAs, openPage } from '@org/identity-example-server/test/browser-tests';
import { buildRequest, call, configure, exchange, signIn } from '@org/identity-example-server/test/sign-in';
import { openDatabase } from '@org/identity-prisma';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { decodeJwt } from 'jose';
import { startHost } from '../packages/installed-host.js';
import { authorize, json } from './authorize.js';
import { bringTicket, office } from './badge-office.js';
import { createOutside, type Outside } from './outside.js';

// A plugin that is no part of the workspace is built, installed, used, upgraded and removed: one story, test after test.
let outside: Outside;
let database: { url: string; drop(): Promise<void> };
let rows: ReturnType<typeof openDatabase>;
let host: Awaited<ReturnType<typeof startHost>> | undefined;

const acme = '019a0000-0000-7000-8000-0000000000c1';
const [seededBadge, ownBadge, otherBadge, thirdBadge] = [
  '100000000000',
  '100000000001',
  '100000000002',
  '100000000003',
];
const variables = () => ({
  DATABASE_URL: database.url,
  IDENTITY_SECRET: 'a secret for tests only, of more than 32 characters',
});

test.before(async () => {
  database = await createTestDatabase({ empty: true });
  outside = await createOutside(variables);
  rows = openDatabase({ databaseUrl: database.url, poolSize: 1 });
});
test.after.always(async () => {
  await host?.stop();
  await rows?.close();
  await database?.drop();
  outside?.remove();
});

const start = async () => {
  host = await startHost(outside.folder, variables(), 'dist/host.js');
  return host.issuer;
};
const stop = async () => {
  const code = await host?.stop();
  host = undefined;
  return code;
};
const issuer = () => host?.issuer ?? 'no host runs';
const command = (...args: string[]) => outside.runProgram('identity-command.js', args);
const read = <Row extends object>(sql: string) => rows.db.$queryRawUnsafe<Row[]>(sql);
const count = async (sql: string) => Number((await read<{ count: bigint }>(`SELECT count(*) ${sql}`))[0]?.count);

/** A token for the tenant of the demo data, through the client of the operator. */
async function tokenOf(email: string): Promise<string> {
  return (await signIn(issuer(), { email, changes: { tenant: 'acme' } })).tokens.access_token;
}
const issue = async (email: string, number: string) =>
  call(issuer(), '/api/badges', await tokenOf('owner@acme.test'), json('POST', { email, number }));

test.serial('its author compiles it against the packed packages, and imports only what it declares', async (t) => {
  const { output, tarball } = await outside.buildPlugin('1.0.0');
  t.is(output, '');
  t.deepEqual(outside.undeclaredImports(), []);
  await outside.installPlugin(tarball);
  t.is(await outside.compileHost(), '');
});

test.serial("the host's command names its missing tables, and brings them after those of the server", async (t) => {
  const before = await command('migrate', 'status');
  t.is(before.code, 2, before.stderr);
  t.regex(before.stdout, /^missing +badges\/0001_badges$/mu);
  const migrated = await command('migrate', '--json');
  t.is(migrated.code, 0, migrated.stderr);
  t.is((JSON.parse(migrated.stdout) as { applied: string[] }).applied.at(-1), 'badges/0001_badges');
  t.is((await command('migrate', 'status')).code, 0);
});

test.serial('a seed has its section, its scope and its field of clients, and the host starts', async (t) => {
  const scopes = ['openid', 'profile', 'email', 'offline_access', 'badges:read', 'tenants:read'];
  const changes: Record<string, object> = { 'demo-partner': { scopes }, 'demo-web': { badgeClaim: true } };
  const clients = demoData.clients.map((client) => ({ ...client, ...changes[client.id] }));
  const badges = [{ tenant: 'acme', member: 'owner@acme.test', number: seededBadge }];
  writeFileSync(join(outside.folder, 'seed.json'), JSON.stringify({ ...demoData, clients, badges }));
  const seeded = await outside.runProgram('seed.js');
  t.is(seeded.code, 0, seeded.stderr);
  const { added } = JSON.parse(seeded.stdout) as { added: object[] };
  t.deepEqual(added.at(-1), { kind: 'badge', name: seededBadge });
  t.is(await count(`FROM badges.badges WHERE number = '${seededBadge}'`), 1);
  t.is(await (await fetch(`${await start()}/elsewhere`)).text(), 'The rest of your site');
});

test.serial('its route changes its table, with its error and its event in the audit trail', async (t) => {
  t.is((await issue('member@acme.test', ownBadge)).status, 201);
  const taken = await issue('admin@acme.test', ownBadge);
  t.deepEqual([taken.status, taken.body['error']], [409, 'BADGE_TAKEN']);
  t.is(await count('FROM badges.badges'), 2);

  const owner = await tokenOf('owner@acme.test');
  const { body } = await call(issuer(), `/api/tenants/${acme}/events?type=badge.issued`, owner);
  t.is((body['events'] as object[]).length, 1);
  const { page } = await openAccount(issuer(), 'owner@acme.test', { path: '/console/acme/audit' });
  t.regex(page.html, /Olivia Owner.{0,40} issued a badge to .{0,40}Mia Member/u);
});

test.serial(
  'its readers call with their own bearer format, its route takes only them, and no other takes them',
  async (t) => {
    const added = await command('readers', 'add', 'acme', 'Lobby', '--json');
    t.is(added.code, 0, added.stderr);
    const { key } = JSON.parse(added.stdout) as { key: string };
    t.regex(key, /^reader_/u);
    const readAs = (token: string) => call(issuer(), '/api/badges/read', token, json('POST', { number: ownBadge }));
    const found = await readAs(key);
    t.deepEqual([found.status, Object.keys(found.body)], [200, ['userId']]);
    t.is((await readAs(`${key}x`)).status, 401);
    t.is((await readAs(await tokenOf('owner@acme.test'))).status, 401);
    for (const path of ['/api/badges/mine', '/api/users/me', `/api/tenants/${acme}`])
      t.is((await call(issuer(), path, key)).status, 401, path);
    t.is(await count('FROM badges.visits WHERE user_id IS NOT NULL'), 1);
  },
);

test.serial('its scope is on the consent page in its words, and its route asks for it', async (t) => {
  const asMember = (scope: string) => authorize(issuer(), { email: 'member@acme.test', scope });
  const { page, token } = await asMember('openid badges:read');
  t.true(page.html.includes('Ihren Ausweis sehen'), 'in the language of the user');
  const mine = await call(issuer(), '/api/badges/mine', await token());
  t.deepEqual([mine.status, mine.body], [200, { number: ownBadge }]);
  const without = await (await asMember('openid tenants:read')).token();
  t.false('badge' in decodeJwt(without), 'the field of this client is off');
  const other = await call(issuer(), '/api/badges/mine', without);
  t.is(other.status, 403);
  t.regex(other.headers.get('www-authenticate') ?? '', /insufficient_scope.*badges:read/u);
});

test.serial('its field of clients switches its claim on and off', async (t) => {
  t.is(decodeJwt(await tokenOf('member@acme.test'))['badge'], ownBadge);
  t.false('badge' in decodeJwt(await tokenOf('admin@acme.test')), 'who has no badge');
  const off = await command('clients', 'update', 'demo-web', '--no-badge-claim');
  t.is(off.code, 0, off.stderr);
  t.false('badge' in decodeJwt(await tokenOf('member@acme.test')));
  t.is((await command('clients', 'update', 'demo-web', '--badge-claim')).code, 0);
  t.regex((await command('clients', 'show', 'demo-web')).stdout, /badge claim +yes/iu);
});

test.serial('its sign-in method signs in the holder of a badge, and nobody else', async (t) => {
  const browser = new TestBrowser(issuer());
  const request = await buildRequest(await configure(issuer(), 'demo-web'), { tenant: 'acme' });
  const page = await browser.open(request.url);
  const unknown = await browser.submit(page, { badge: '999999999999' });
  t.is(unknown.status, 401);
  t.true(unknown.html.includes('This badge is not known.'));
  t.is(await count("FROM identity.events WHERE type = 'sign_in.failed' AND data->>'reason' = 'unknown_badge'"), 1);
  const tokens = await exchange(request, (await browser.submit(unknown, { badge: ownBadge })).url);
  t.deepEqual(tokens.claims()?.['amr'], ['sc']);
  t.is((await call(issuer(), '/api/users/me', tokens.access_token)).body['email'], 'member@acme.test');
});

browserTest('in a browser, its method is on the sign-in page', async (t) => {
  const page = await openPage();
  await page.goto((await buildRequest(await configure(issuer(), 'demo-web'), { tenant: 'acme' })).url.href);
  await page.getByLabel('Badge', { exact: true }).fill(ownBadge);
  await page.getByRole('button', { name: 'Use the badge' }).click();
  await page.waitForURL(atApplication);
  t.truthy(new URL(page.url()).searchParams.get('code'));
});

browserTest('in a browser, its page in the console issues a badge', async (t) => {
  const page = await openAs({ issuer: issuer() }, { email: 'owner@acme.test', path: '/console/acme/badges' });
  await page.getByLabel('Email of the member').fill('admin@acme.test');
  await page.getByLabel('Badge', { exact: true }).fill(otherBadge);
  await page.getByRole('button', { name: 'Issue the badge' }).click();
  await page.getByText('The badge was issued.').waitFor();
  t.true(await page.getByRole('row', { name: new RegExp(`${otherBadge}.*admin@acme.test`, 'u') }).isVisible());
});

test.serial('its kind of connection is set up and tested over HTTP, and signs in the users of a tenant', async (t) => {
  const domain = 'visitors.test';
  const verified = { tenantId: acme, domain, status: 'VERIFIED', proof: 'proof' } as const;
  const { id: domainId } = await rows.db.domain.create({ data: verified });
  const owner = await signIn(issuer(), { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  const send = (path: string, body: object = {}) =>
    call(issuer(), `/api/tenants/${acme}/connections${path}`, owner.tokens.access_token, json('POST', body));
  const settings = { kind: 'BADGE_OFFICE', name: 'North', office: office.name, officeKey: office.key };
  const created = await send('', { ...settings, domains: [domainId] });
  t.is(created.status, 201, JSON.stringify(created.body));
  t.like(created.body, { kind: 'BADGE_OFFICE', office: office.name, officeKey: undefined, status: 'DRAFT' });
  const connectionId = String(created.body['id']);
  const to = { issuer: issuer(), connectionId, email: `ada@${domain}` };
  const tested = await send(`/${connectionId}/test`);
  await bringTicket(owner.browser, await owner.browser.open(String(tested.body['url'])), to);
  t.is((await send(`/${connectionId}/activate`)).body['status'], 'ACTIVE');

  const visit = async (key: string) => {
    const browser = new TestBrowser(issuer());
    const request = await buildRequest(await configure(issuer(), 'demo-web'), { tenant: 'acme' });
    const gone = await browser.submit(await browser.open(request.url), { email: to.email });
    return { request, page: await bringTicket(browser, gone, { ...to, key }) };
  };
  t.is((await visit('another key')).page.status, 400);
  const { request, page } = await visit(office.key);
  t.truthy((await exchange(request, page.url)).access_token);
  t.is(await count(`FROM identity.users WHERE email = '${to.email}'`), 1);
});

test.serial('its next version adds a column while the first one runs, and keeps the rows', async (t) => {
  if (!browserPath) t.is((await issue('admin@acme.test', otherBadge)).status, 201);
  const { output, tarball } = await outside.buildPlugin('1.1.0');
  t.is(output, '');
  await outside.installPlugin(tarball);
  t.is(await outside.compileHost(), '');

  const before = await command('migrate', 'status');
  t.deepEqual([before.code, /^missing +badges\/0002_desk$/mu.test(before.stdout)], [2, true]);
  const migrated = await command('migrate', '--json');
  t.deepEqual(JSON.parse(migrated.stdout), { applied: ['badges/0002_desk'] });
  t.is((await issue('owner@globex.test', thirdBadge)).status, 201, 'the first version still writes');
  t.is(await stop(), 0);

  await start();
  await rows.db.$executeRaw`UPDATE badges.badges SET desk = 'Window 3' WHERE number = ${ownBadge}`;
  const added = JSON.parse((await command('readers', 'add', 'acme', 'Desk', '--json')).stdout) as { key: string };
  const deskOf = async (number = '') =>
    (await call(issuer(), '/api/badges/read', added.key, json('POST', { number }))).body['desk'];
  t.deepEqual([await deskOf(ownBadge), await deskOf(thirdBadge)], ['Window 3', null]);
  t.is(await count('FROM badges.badges'), 4);
});

test.serial('verify finds the row that breaks its rule', async (t) => {
  const sound = await command('verify');
  t.is(sound.code, 0, sound.stdout);
  t.regex(sound.stdout, /^ok +one-badge-each/mu);
  await rows.db.$executeRaw`INSERT INTO badges.badges (id, tenant_id, user_id, number)
    SELECT 'ffffffff-0000-7000-8000-000000000001', tenant_id, user_id, '100000000009'
    FROM badges.badges WHERE number = ${ownBadge}`;
  const [older] = await read<{ id: string }>(`SELECT id::text FROM badges.badges WHERE number = '${ownBadge}'`);
  const broken = await command('verify', '--json');
  t.is(broken.code, 2);
  const { checks } = JSON.parse(broken.stdout) as { checks: { name: string; sound: boolean; examples: string[] }[] };
  const wrong = checks.filter((check) => !check.sound).map(({ name, examples }) => ({ name, examples }));
  t.deepEqual(wrong, [{ name: 'one-badge-each', examples: [older?.id ?? ''] }]);
  await rows.db.$executeRaw`DELETE FROM badges.badges WHERE number = '100000000009'`;
});

test.serial('what it stores about a user is exported, and erased with the account', async (t) => {
  const token = await tokenOf('member@acme.test');
  const { body } = await call(issuer(), '/api/users/me/export', token);
  const { badges } = body['sections'] as { badges: { badges: { number: string }[]; visits: object[] } };
  t.deepEqual([badges.badges.map(({ number }) => number), badges.visits.length], [[ownBadge], 2]);

  const visits = await count('FROM badges.visits');
  const closing = json('DELETE', { password: demoPassword, confirmation: 'DELETE' });
  t.is((await call(issuer(), '/api/users/me', token, closing)).status, 200);
  await until(async () => (await count("FROM identity.users WHERE email = 'member@acme.test'")) === 0);
  t.is(await count(`FROM badges.badges WHERE number = '${ownBadge}'`), 0);
  t.is(await count('FROM badges.visits'), visits, 'the visits still count');
  t.is(await count('FROM badges.visits WHERE user_id IS NOT NULL'), 1, 'that of another user has its user');
});

test.serial('the server goes on without it, and its tables stay', async (t) => {
  t.is(await stop(), 0);
  await outside.removePlugin();
  t.is(await outside.compileHost(), '');
  await start();

  const token = await tokenOf('admin@acme.test');
  t.false('badge' in decodeJwt(token));
  t.is((await call(issuer(), '/api/users/me', token)).status, 200);
  t.is(await (await fetch(`${issuer()}/api/badges/mine`)).text(), 'The rest of your site');
  const sent = await fetch(`${issuer()}/api/users/me`, { headers: { authorization: 'Bearer reader_key' } });
  t.is(sent.status, 401);

  // What names its event and its scope still works.
  const owner = await tokenOf('owner@acme.test');
  const { status, body } = await call(issuer(), `/api/tenants/${acme}/events?limit=100`, owner);
  t.is(status, 200);
  t.true(JSON.stringify(body).includes('"badge.issued"'));
  t.is((await openAccount(issuer(), 'owner@acme.test', { path: '/console/acme/audit' })).page.status, 200);
  const signedIn = await authorize(issuer(), { email: 'admin@acme.test', scope: 'openid' });
  t.truthy(await signedIn.token());
  const shown = await call(issuer(), `/api/tenants/${acme}/connections`, owner);
  t.deepEqual([shown.status, shown.body['connections']], [200, []]);
  t.is(await count("FROM identity.connections WHERE kind = 'BADGE_OFFICE'"), 1);

  const left = await command('migrate', 'status');
  t.is(left.code, 0);
  t.regex(left.stdout, /^other +The plugin "badges" .*badges\.badges/mu);
  t.is((await command('verify')).code, 0);
  t.is(await count('FROM badges.badges'), 3);
});
