import { createHash } from 'node:crypto';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import { verifyPassword } from '@org/identity-users';
import test from 'ava';
import type { Pool } from 'pg';
import { type SeedData, seed } from '../../src/index.js';

const password = 'correct horse battery';
const secret = 'a client secret for tests, longer than 32';
const redirectUris = ['https://app.example/callback'];

const web = { id: 'web', name: 'Web', type: 'CONFIDENTIAL', application: 'CRM', secret, redirectUris } as const;
const spa = { id: 'spa', name: 'Spa', type: 'SPA', redirectUris } as const;
const machine = {
  id: 'robot',
  name: 'Robot',
  type: 'MACHINE',
  tenant: 'acme',
  secret,
  scopes: ['tenants:read'],
} satisfies NonNullable<SeedData['clients']>[number];

const good = {
  applications: [
    {
      name: 'CRM',
      licenseTypes: [
        { slug: 'pro', name: 'Pro', features: ['reports'] },
        { slug: 'basic', name: 'Basic' },
      ],
    },
  ],
  users: [
    { email: 'owner@acme.test', password, displayName: 'Olivia' },
    { email: 'guest@acme.test', password },
  ],
  tenants: [{ slug: 'acme', name: 'Acme Inc.', members: [{ email: 'owner@acme.test', role: 'owner' }] }],
  clients: [web, spa, machine],
  subscriptions: [
    { tenant: 'acme', application: 'CRM', licenseType: 'pro', quantity: 2, seats: ['owner@acme.test'] },
    { tenant: 'acme', application: 'CRM', licenseType: 'basic', quantity: 1 },
  ],
} satisfies SeedData;

/** Returns the number of rows in each of our tables. */
async function countRows(pool: Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity' ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM identity.${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('a seed that is run twice writes everything once', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  await seed({ databaseUrl: url, data: good });
  const once = await countRows(pool);
  t.like(once, {
    applications: 1,
    license_types: 2,
    users: 2,
    tenants: 1,
    memberships: 1,
    clients: 3,
    client_secrets: 2,
    subscriptions: 2,
    seats: 1,
  });
  await seed({ databaseUrl: url, data: good });
  t.deepEqual(await countRows(pool), once);
});

test('two processes may seed one database at once', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  const run = () => seed({ databaseUrl: url, data: good });
  await t.notThrowsAsync(Promise.all([run(), run()]));
  const atOnce = await countRows(pool);
  await run();
  t.deepEqual(await countRows(pool), atOnce);
});

test('a client of people has the scopes of OpenID Connect, and an API scope only if the seed says so', async (t) => {
  const { url, db } = await openTestDatabase(t);
  const scopes = ['openid', 'account:read', 'licenses:write'] as const;
  const clients = [web, { ...spa, scopes: [...scopes] }];
  await seed({ databaseUrl: url, data: { applications: [{ name: 'CRM' }], clients } });
  const stored = await db.client.findMany({ orderBy: { id: 'asc' }, select: { id: true, scopes: true } });
  t.deepEqual(stored, [
    { id: spa.id, scopes: [...scopes] },
    { id: web.id, scopes: ['openid', 'profile', 'email', 'offline_access'] },
  ]);
});

test('a client becomes what the seed says: addresses, name and secret', async (t) => {
  const { url, db } = await openTestDatabase(t);
  const run = (clients: SeedData['clients']) =>
    seed({ databaseUrl: url, data: { applications: [{ name: 'CRM' }], ...(clients ? { clients } : {}) } });
  await run([web, spa]);
  const renewed = {
    redirectUris: ['https://new.example/callback', 'com.example.app:/callback'],
    backchannelLogoutUri: 'http://localhost:8080/logout',
    startUrl: 'https://new.example/start',
    name: 'Renewed',
  };
  const newSecret = 'another client secret, longer than 32 too';
  await run([
    { ...web, ...renewed, secret: newSecret },
    { ...spa, ...renewed },
  ]);
  const clients = await db.client.findMany({ include: { secrets: true }, orderBy: { id: 'asc' } });
  for (const client of clients) t.like(client, renewed);
  t.deepEqual(
    clients.map(({ id, origins, secrets }) => [
      id,
      origins,
      secrets.map(({ hash }) => Buffer.from(hash).toString('hex')),
    ]),
    [
      ['spa', ['https://new.example'], []],
      ['web', [], [hashOf(newSecret)]],
    ],
  );
});

test('a secret is stored by hash, a password by Argon2id', async (t) => {
  const { url, pool, db } = await openTestDatabase(t);
  await seed({ databaseUrl: url, data: good });
  const { rows } = await pool.query(
    'SELECT (SELECT json_agg(x) FROM identity.client_secrets x) AS a, (SELECT json_agg(x) FROM identity.users x) AS b',
  );
  const stored = JSON.stringify(rows);
  t.true(stored.includes(hashOf(secret)));
  t.false(stored.includes(secret));
  t.false(stored.includes(password));
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  t.true(await verifyPassword(passwordHash ?? '', password));
});

test('a person who exists keeps password and profile, also when the address is written differently', async (t) => {
  const { url, db } = await openTestDatabase(t);
  const user = { email: 'owner@acme.test', password, displayName: 'Olivia' };
  await seed({ databaseUrl: url, data: { users: [user] } });
  const before = await db.user.findMany();
  const changed = { email: 'Owner@ACME.test', password: 'another password', displayName: 'Mallory', superAdmin: true };
  await seed({ databaseUrl: url, data: { users: [changed] } });
  t.deepEqual(await db.user.findMany(), before);
});

test('an empty seed is a seed', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  const before = await countRows(pool);
  await seed({ databaseUrl: url, data: {} });
  t.deepEqual(await countRows(pool), before);
});

const clients = (change: object) => ({ ...good, clients: [spa, { ...web, ...change }] });
const redirect = (uri: string) => clients({ redirectUris: ['https://app.example/good', uri] });
const subscription = (change: object) => ({
  ...good,
  subscriptions: [{ tenant: 'acme', application: 'CRM', licenseType: 'pro', quantity: 1, ...change }],
});

const wrong: [string, object, RegExp][] = [
  ['a redirect URI with a fragment', redirect('https://app.example/#here'), /clients "web": redirectUris\.1 /u],
  ['a redirect URI with an empty fragment', redirect('https://app.example/#'), /clients "web": redirectUris\.1 /u],
  ['http on a public host', redirect('http://app.example/callback'), /clients "web": redirectUris\.1 /u],
  ['http on a host that begins like localhost', redirect('http://localhost.evil.example/'), /"web": redirectUris\.1 /u],
  ['a wildcard in the host', redirect('https://*.app.example/callback'), /clients "web": redirectUris\.1 /u],
  ['a wildcard in the path', redirect('https://app.example/*'), /clients "web": redirectUris\.1 /u],
  ['javascript:', redirect('javascript:alert(1)'), /clients "web": redirectUris\.1 /u],
  ['JavaScript: in another case', redirect(' JavaScript:alert(1)'), /clients "web": redirectUris\.1 /u],
  ['data:', redirect('data:text/html,x'), /clients "web": redirectUris\.1 /u],
  ['credentials', redirect('https://user:password@app.example/'), /clients "web": redirectUris\.1 /u],
  ['a user name', redirect('https://user@app.example/'), /clients "web": redirectUris\.1 /u],
  ['a scheme without a dot', redirect('myapp:/callback'), /clients "web": redirectUris\.1 /u],
  ['a relative address', redirect('/callback'), /clients "web": redirectUris\.1 /u],
  [
    'an http address for logout notices',
    clients({ backchannelLogoutUri: 'http://app.example/' }),
    /backchannelLogoutUri /u,
  ],
  ['an app for logout notices', clients({ backchannelLogoutUri: 'com.example.app:/x' }), /backchannelLogoutUri /u],
  ['an http start URL', clients({ startUrl: 'http://app.example/' }), /startUrl /u],
  ['a start URL of an app', clients({ startUrl: 'com.example.app:/x' }), /startUrl /u],
  ['no redirect URI', clients({ redirectUris: [] }), /clients "web": redirectUris /u],
  [
    'a bad address to return to after logout',
    clients({ postLogoutRedirectUris: ['http://app.example/'] }),
    /clients "web": postLogoutRedirectUris\.0 /u,
  ],
  ['an origin with a path', clients({ origins: ['https://app.example/'] }), /clients "web": origins\.0 /u],
  ['an unknown type', clients({ type: 'ROBOT' }), /clients "web": type /u],
  ['a short secret', clients({ secret: 'short' }), /clients "web": secret /u],
  ['no secret', clients({ secret: undefined }), /clients "web": secret /u],
  ['a secret for an SPA', clients({ type: 'SPA' }), /clients "web".*secret/u],
  ['a scope that people do not have', clients({ scopes: ['licenses:delete'] }), /clients "web": scopes\.0 /u],
  [
    'a scope that machines do not have',
    { clients: [{ ...machine, scopes: ['account:read'] }] },
    /clients "robot": scopes\.0 /u,
  ],
  ['a machine without scopes', { clients: [{ ...machine, scopes: [] }] }, /clients "robot": scopes /u],
  ['a client id with a space', clients({ id: 'my web' }), /clients "my web": id /u],
  ['an unknown field', clients({ colour: 'blue' }), /clients "web".*"colour"/u],
  ['an unknown section', { ...good, licences: [] }, /"licences"/u],
  ['a bad slug', { tenants: [{ slug: 'Acme_Inc', name: 'Acme Inc.' }] }, /tenants "Acme Inc\.": slug /u],
  ['a slug with two hyphens', { tenants: [{ slug: 'ac--me', name: 'Acme Inc.' }] }, /tenants "Acme Inc\.": slug /u],
  ['a short slug', { tenants: [{ slug: 'ac', name: 'Acme Inc.' }] }, /tenants "Acme Inc\.": slug /u],
  ['a reserved slug', { tenants: [{ slug: 'admin', name: 'Acme Inc.' }] }, /tenants "Acme Inc\.": slug /u],
  [
    'an unknown role',
    { ...good, tenants: [{ slug: 'acme', name: 'Acme Inc.', members: [{ email: 'owner@acme.test', role: 'king' }] }] },
    /tenants "Acme Inc\.": members\.0\.role /u,
  ],
  ['the id of our own client', clients({ id: 'identity-account' }), /"identity-account": id /u],
  ['a bad email', { users: [{ email: 'nobody', password }] }, /users "nobody": email /u],
  ['a short password', { users: [{ email: 'a@acme.test', password: 'short' }] }, /users "a@acme\.test": password /u],
  ['an unknown application of a client', clients({ application: 'Nothing' }), /"Nothing"/u],
  ['an unknown tenant of a client', clients({ tenant: 'nothing' }), /"nothing"/u],
  [
    'an unknown member',
    { ...good, tenants: [{ slug: 'acme', name: 'Acme Inc.', members: [{ email: 'x@acme.test', role: 'owner' }] }] },
    /"x@acme\.test"/u,
  ],
  ['an unknown tenant of a subscription', subscription({ tenant: 'nothing' }), /"nothing"/u],
  ['an unknown application of a subscription', subscription({ application: 'Nothing' }), /"Nothing"/u],
  ['an unknown license type', subscription({ licenseType: 'gold' }), /"gold"/u],
  ['an unknown person on a seat', subscription({ seats: ['x@acme.test'] }), /"x@acme\.test"/u],
  ['no seats at all', subscription({ quantity: 0 }), /subscriptions "0": quantity /u],
  [
    'more seats than are owned',
    subscription({ seats: ['owner@acme.test', 'guest@acme.test'] }),
    /(?=.*\bacme\b)(?=.*\bpro\b)/u,
  ],
  ['a seat for somebody who is no member', subscription({ seats: ['guest@acme.test'] }), /guest@acme\.test/u],
  [
    'two seats of one application for one person',
    {
      ...good,
      subscriptions: ['pro', 'basic'].map((licenseType) => ({
        tenant: 'acme',
        application: 'CRM',
        licenseType,
        quantity: 1,
        seats: ['owner@acme.test'],
      })),
    },
    /owner@acme\.test/u,
  ],
];
let refusing: OpenDatabase & { url: string };
test.before(async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ databaseUrl: url });
  const close = async () => {
    await database.close();
    await drop();
  };
  refusing = { ...database, url, close };
});
test.after.always(() => refusing?.close());

for (const [title, data, message] of wrong) {
  // Serial because each test compares the whole database.
  test.serial(`a seed with one wrong entry is refused whole, and the entry is named: ${title}`, async (t) => {
    const { url, pool } = refusing;
    const before = await countRows(pool);
    // The data comes from a file, so the compiler has not checked it.
    const error = await t.throwsAsync(seed({ databaseUrl: url, data: data as SeedData }));
    t.deepEqual(await countRows(pool), before);
    t.regex(error.message, message);
    t.notRegex(error.message, /"undefined"|constraint|invocation|\.ts:/iu);
  });
}

test('every mistake of a seed is named at once, and no secret is repeated', async (t) => {
  const data = {
    clients: [
      { ...web, application: undefined, secret: 'short-secret' },
      { ...spa, redirectUris: ['http://app.example/'] },
    ],
    users: [{ email: 'a@acme.test', password: 'short' }],
  };
  const error = await t.throwsAsync(seed({ databaseUrl: refusing.url, data: data as SeedData }));
  for (const part of [/"web": secret/u, /"spa": redirectUris\.0/u, /"a@acme\.test": password/u]) {
    t.regex(error.message, part);
  }
  t.false(error.message.includes('short-secret'));
});
