import { createVault, encrypt } from '@org/identity-runtime/keys/secrets';
import { verifyDatabase } from '@org/identity-runtime/verify/verify-database';
import test from 'ava';
import pg from 'pg';
import { ann, breaks, id } from '../support/broken-data.js';
import { database, environment } from '../support/cli-tests.js';
import { command, commandProcess } from '../support/run-command.js';
import { addKey, keySecret } from '../support/stored-keys.js';

interface Result {
  sound: boolean;
  counts: Record<string, number>;
  checks: { name: string; sound: boolean; count: number; examples: string[]; error?: string; advice?: string }[];
}

async function verify(more: Record<string, string> = {}): Promise<Result & { code: number | null }> {
  const { code, printed } = await command('verify --json', { environment: { ...environment, ...more } });
  return { code, ...(JSON.parse(printed) as Result) };
}

/** Runs statements without triggers and foreign keys, as a restore that went wrong would leave the rows. */
async function asReplica<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return await work(client);
  } finally {
    await client.end();
  }
}

const run = (sql: string) => asReplica((client) => client.query(sql));

test.serial('whole data is exit code 0, with the number of rows', async (t) => {
  const { code, printed } = await commandProcess('verify', { environment });
  t.is(code, 0, printed);
  t.regex(printed, /^The data is whole\.$/mu);
  t.regex(printed, /^ok +tenant-owners +Every tenant has an active owner, or has invited its first one\.$/mu);
  t.regex(printed, /^users +1$/mu);
});

test.serial('a sign-in to our own pages is no damage, although their client is in no table', async (t) => {
  await run(`INSERT INTO identity.oidc_grants (id, client_id, account_id, payload, expires_at)
    VALUES ('own-pages', 'identity-account', '${(await ann()).id}', '{}', now() + interval '1 hour')`);
  const { code, checks } = await verify();
  await run(`UPDATE identity.oidc_grants SET client_id = 'no-such-client' WHERE id = 'own-pages'`);
  const broken = await verify();
  await run(`DELETE FROM identity.oidc_grants WHERE id = 'own-pages'`);
  t.is(code, 0, JSON.stringify(checks.filter(({ sound }) => !sound)));
  t.deepEqual(
    broken.checks.filter(({ sound }) => !sound).map(({ name }) => name),
    ['grants'],
  );
});

test.serial('another secret is found in every key, and missing migrations stop the other checks', async (t) => {
  const other = await verify({ IDENTITY_SECRET: 'another secret, that is also longer than 32' });
  t.is(other.code, 2);
  t.deepEqual(
    other.checks.filter(({ sound }) => !sound).map(({ name }) => name),
    ['signing-keys', 'cookie-keys'],
  );
  await run(`UPDATE identity._prisma_migrations SET migration_name = 'x' || migration_name
    WHERE migration_name LIKE '%event_types'`);
  const missing = await verify();
  await run(`UPDATE identity._prisma_migrations SET migration_name = substr(migration_name, 2)
    WHERE migration_name LIKE '%event_types'`);
  t.is(missing.code, 2);
  t.deepEqual(
    missing.checks.map(({ name }) => name),
    ['migrations'],
  );
  t.is((await verify()).code, 0);
});

for (const [index, [check, broken, repaired, example]] of breaks.entries()) {
  test.serial(`verify finds what the check "${check}" is for (${index + 1})`, async (t) => {
    const keys = await database.db.signingKey.findMany();
    await run(broken);
    const { code, checks } = await verify();
    const named = await example();
    await (repaired
      ? run(repaired)
      : database.db.signingKey.update({
          where: { kid: named },
          data: { publicJwk: keys[0]?.publicJwk as Record<string, string> },
        }));
    t.is(code, 2);
    const found = checks.find(({ name }) => name === check);
    t.like(found, { sound: false, count: 1 });
    t.deepEqual(found?.examples, [named]);
    t.true((found?.advice ?? '').length > 10);
    const after = await verify();
    t.deepEqual(
      after.checks.filter(({ sound }) => !sound),
      [],
      'repaired',
    );
  });
}

test.serial('verify finds seats above the number purchased, and seats of suspended members', async (t) => {
  await run(`INSERT INTO identity.license_types (id, application_id, slug, name) SELECT '${id}8', id, 'pro', 'Pro' FROM identity.applications;
    ALTER TABLE identity.subscriptions DROP CONSTRAINT subscriptions_seats_within_quantity;
    INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
    SELECT '${id}9', t.id, a.id, '${id}8', 0, 1 FROM identity.tenants t, identity.applications a;
    INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
    SELECT '${id}0', '${id}9', s.tenant_id, s.application_id, u.id FROM identity.subscriptions s, identity.users u;
    UPDATE identity.memberships SET status = 'SUSPENDED'`);
  const { checks } = await verify();
  await run(`DELETE FROM identity.seats; DELETE FROM identity.subscriptions; DELETE FROM identity.license_types;
    ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_seats_within_quantity
      CHECK (quantity_assigned BETWEEN 0 AND quantity_purchased);
    UPDATE identity.memberships SET status = 'ACTIVE'`);
  const examplesOf = (name: string) => checks.find((check) => check.name === name)?.examples;
  t.deepEqual(examplesOf('seat-counts'), [`${id}9`]);
  t.deepEqual(examplesOf('seat-holders'), [`${id}0`]);
  t.is((await verify()).code, 0);
});

test.serial('two keys that sign, a cookie key of another secret and a copied secret of an app are found', async (t) => {
  const second = await addKey(database.db);
  const cookie = await database.db.cookieKey.create({
    data: { encryptedValue: encrypt(keySecret, 'cookie_keys/of another row', Buffer.from('value')) },
  });
  const user = await ann();
  const copied = createVault(keySecret).seal('totp:another user', Buffer.from('SECRET'));
  await database.db.totp.create({ data: { userId: user.id, encryptedSecret: copied } });
  const { checks } = await verify();
  await database.db.signingKey.delete({ where: { kid: second } });
  await database.db.cookieKey.delete({ where: { id: cookie.id } });
  await database.db.totp.delete({ where: { userId: user.id } });
  const found = (name: string) => checks.find((check) => check.name === name);
  t.is(found('active-key')?.count, 2);
  t.true(found('active-key')?.examples.includes(second));
  t.deepEqual(found('cookie-keys')?.examples, [cookie.id]);
  t.deepEqual(found('totp-secrets')?.examples, [user.id]);
});

test.serial('a problem of many rows has its number and ten examples', async (t) => {
  await run(`INSERT INTO identity.tenants (id, name, slug)
    SELECT gen_random_uuid(), 'Lost', 'lost-' || i FROM generate_series(1, 25) i`);
  const { checks } = await verify();
  await run(`DELETE FROM identity.tenants WHERE slug LIKE 'lost-%'`);
  const owners = checks.find(({ name }) => name === 'tenant-owners');
  t.is(owners?.count, 25);
  t.is(owners?.examples.length, 10);
});

test.serial('plugins contribute checks; one that fails is a problem, and the others still run', async (t) => {
  const seen: string[] = [];
  const plugin = {
    name: 'plans',
    declares: {
      checks: {
        counts: { plans: '(VALUES (1), (2)) plans' },
        checks: [
          {
            name: 'broken',
            rule: 'This check works.',
            advice: 'Repair it.',
            find: async ({ rows }: { rows(sql: string): Promise<object[]> }) => {
              await rows('SELECT * FROM nowhere');
              return undefined;
            },
          },
          {
            name: 'writes',
            rule: 'A check cannot write.',
            advice: 'None.',
            find: async ({ rows }: { rows(sql: string): Promise<object[]> }) => {
              await rows('DELETE FROM identity.users');
              return undefined;
            },
          },
          { name: 'last', rule: 'All is well.', advice: 'None.', find: async () => undefined },
        ],
      },
    },
  };
  const result = await verifyDatabase({
    databaseUrl: database.url,
    secret: keySecret,
    plugins: [plugin],
    onCheck: (name) => seen.push(name),
  });
  t.false(result.sound);
  t.is(result.counts['plans'], 2);
  const found = (name: string) => result.checks.find((check) => check.name === name);
  t.regex(found('broken')?.error ?? '', /"nowhere" does not exist/u);
  t.regex(found('writes')?.error ?? '', /read-only transaction/u);
  t.true(found('last')?.sound);
  t.is(seen.at(-2), 'last');
  const twice = { name: 'twice', declares: { checks: { checks: plugin.declares.checks.checks } } };
  await t.throwsAsync(verifyDatabase({ databaseUrl: database.url, secret: keySecret, plugins: [plugin, twice] }), {
    message: /Two checks are called "broken"/u,
  });
});
