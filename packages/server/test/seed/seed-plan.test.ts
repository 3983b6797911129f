import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import type { Pool } from 'pg';
import { describePlan, type SeedData, seed } from '../../src/index.js';

const password = 'correct horse battery';
const secret = 'a client secret for tests, longer than 32';
const web = {
  id: 'demo-web',
  name: 'Web',
  type: 'CONFIDENTIAL',
  application: 'CRM',
  secret,
  redirectUris: ['https://app.example/callback'],
} satisfies NonNullable<SeedData['clients']>[number];
const types = [
  { slug: 'pro', name: 'Pro', features: ['reports'] },
  { slug: 'basic', name: 'Basic', features: [] },
] satisfies [object, object];
const data = {
  applications: [{ name: 'CRM', licenseTypes: types }],
  users: [{ email: 'owner@acme.test', password }],
  tenants: [{ slug: 'acme', name: 'Acme Inc.', members: [{ email: 'owner@acme.test', role: 'owner' }] }],
  clients: [web],
  subscriptions: [{ tenant: 'acme', application: 'CRM', licenseType: 'pro', quantity: 2, seats: ['owner@acme.test'] }],
} satisfies SeedData;

/** Every row of every table, with the system columns that change with a write. */
async function contents(pool: Pool): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity' AND table_type = 'BASE TABLE'",
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT x.ctid::text, x.xmin::text, x::text AS row FROM identity.${name} x`);
    all[name] = rows;
  }
  return all;
}

async function rehearse(databaseUrl: string, pool: Pool, changed: SeedData) {
  const before = await contents(pool);
  const plan = await seed({ databaseUrl, data: changed, rehearse: true });
  return { plan, lines: describePlan(plan), wrote: JSON.stringify(await contents(pool)) !== JSON.stringify(before) };
}

test('a rehearsal of a new seed lists what it would add, and writes nothing', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  const { lines, wrote } = await rehearse(url, pool, data);
  t.deepEqual(lines, [
    '+ application CRM',
    '+ license type CRM/basic',
    '+ license type CRM/pro',
    '+ user owner@acme.test',
    '+ tenant acme',
    '+ member owner@acme.test of acme',
    '+ client demo-web',
    '+ subscription acme CRM/pro',
    '= 0 unchanged',
  ]);
  t.false(wrote);
});

test('after the seed everything is unchanged', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  await seed({ databaseUrl: url, data });
  const { plan, lines, wrote } = await rehearse(url, pool, data);
  t.deepEqual(plan, { added: [], changed: [], unchanged: 8, left: [] });
  t.deepEqual(lines, ['= 8 unchanged']);
  t.false(wrote);
});

test('a changed entry is listed with its fields, and a secret only as changed', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  await seed({ databaseUrl: url, data });
  const newSecret = 'another client secret, longer than 32 too';
  const renewed = {
    ...web,
    name: 'Renewed',
    secret: newSecret,
    redirectUris: [...web.redirectUris, 'https://new.example/callback'],
  };
  const [pro, basic] = types;
  const licenseTypes = [{ ...pro, features: [] }, basic];
  const changed = {
    ...data,
    applications: [{ name: 'CRM', licenseTypes }],
    clients: [renewed, { ...web, id: 'shop-web' }],
  };
  const { lines, wrote } = await rehearse(url, pool, changed);
  t.deepEqual(lines, [
    '+ client shop-web',
    '~ license type CRM/pro: features - reports',
    '~ client demo-web: name "Web" → "Renewed", redirectUris + https://new.example/callback, clientSecret changed',
    '= 6 unchanged',
  ]);
  t.false(wrote);
  for (const hidden of [secret, newSecret, password]) t.false(lines.join().includes(hidden));
});

test('a removed entry stays, and is listed; users and tenants of the seed are not', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  await seed({ databaseUrl: url, data: { ...data, clients: [web, { ...web, id: 'old-web' }] } });
  const { plan, lines, wrote } = await rehearse(url, pool, {
    applications: [{ name: 'CRM', licenseTypes: [{ slug: 'pro', name: 'Pro', features: ['reports'] }] }],
    clients: [web],
  });
  t.deepEqual(lines, [
    '= 3 unchanged',
    '! license type CRM/basic is not in the seed and stays',
    '! client old-web is not in the seed and stays',
  ]);
  t.deepEqual([plan.added, plan.changed], [[], []]);
  t.false(wrote);
});

test('a mistake is told as by the seed', async (t) => {
  const { url } = await openTestDatabase(t);
  const wrong = { clients: [web] };
  await t.throwsAsync(seed({ databaseUrl: url, data: wrong, rehearse: true }), { message: /application "CRM"/u });
});
