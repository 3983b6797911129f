import { randomUUID } from 'node:crypto';
import { licensing, seed, tenants, users } from '@org/identity-server';
import test from 'ava';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await tokenOf(server.issuer, 'owner@acme.test');
});
test.after.always(() => server?.stop());

const days = 24 * 60 * 60 * 1000;
const db = () => server.identity.db;
const newSlug = () => `s-${randomUUID().slice(0, 13)}`;
const create = (body: { name: string; slug?: string }, at = { issuer: server.issuer, token }) =>
  send(at.issuer, 'POST', '/api/tenants', at.token, body);
const remove = (id: unknown, at = { issuer: server.issuer, token }) =>
  send(at.issuer, 'DELETE', `/api/tenants/${String(id)}`, at.token);

async function deletedTenant() {
  const slug = newSlug();
  const { body } = await create({ name: slug, slug });
  await remove(body['id']);
  return slug;
}

test('the slug of a deleted tenant is taken for 90 days, also for its former owner and for super admins', async (t) => {
  const slug = await deletedTenant();
  const other = await tokenOf(server.issuer, (await freshTenant(server)).owner.email);
  for (const each of [token, other, await tokenOf(server.issuer, 'super@example.test')]) {
    const refused = await send(server.issuer, 'POST', '/api/tenants', each, { name: 'Again', slug });
    t.deepEqual([refused.status, refused.body['error']], [409, 'SLUG_TAKEN']);
  }
  const { heldUntil } = await db().heldSlug.findUniqueOrThrow({ where: { slug } });
  t.true(Math.abs(heldUntil.getTime() - Date.now() - 90 * days) < days / 24);
  t.is(await db().tenant.count({ where: { slug } }), 0);
});

test('a slug that is made from a name avoids those that are held', async (t) => {
  const slug = await deletedTenant();
  const { status, body } = await create({ name: slug });
  t.is(status, 201);
  t.regex(String(body['slug']), new RegExp(`^${slug}-[a-z0-9]{6}$`, 'u'));
  t.is(await db().tenant.count({ where: { slug } }), 0);
});

test('once the time is over the slug is free, and the next deletion holds it again', async (t) => {
  const slug = await deletedTenant();
  await db().heldSlug.update({ where: { slug }, data: { heldUntil: new Date(Date.now() - 1000) } });
  const { status, body } = await create({ name: 'Next', slug });
  t.is(status, 201);
  await remove(body['id']);
  t.is((await create({ name: 'Again', slug })).status, 409);
});

test('creating a tenant at the moment of the deletion does not get its slug', async (t) => {
  const seen = new Set<number>();
  for (let round = 0; round < 8; round += 1) {
    const slug = newSlug();
    const { body } = await create({ name: 'Contested', slug });
    const [deleted, ...others] = await Promise.all([
      remove(body['id']),
      ...Array.from({ length: 5 }, () => create({ name: 'Mine', slug })),
    ]);
    t.is(deleted.status, 200);
    for (const { status } of others) seen.add(status);
    t.is(await db().tenant.count({ where: { slug } }), 0);
  }
  t.deepEqual([...seen], [409]);
});

test('the seed takes a held slug back: whoever runs the server decides', async (t) => {
  const slug = await deletedTenant();
  await seed({ databaseUrl: server.databaseUrl, data: { tenants: [{ slug, name: 'Seeded' }] } });
  t.is(await db().tenant.count({ where: { slug } }), 1);
});

test('the option slugHoldDays sets the time, and 0 holds nothing', async (t) => {
  for (const [slugHoldDays, status] of [
    [0, 201],
    [1, 409],
  ] as const) {
    const own = await startTestServer({ plugins: [users(), tenants({ slugHoldDays }), licensing()] });
    t.teardown(() => own.stop());
    const at = { issuer: own.issuer, token: await tokenOf(own.issuer, 'owner@acme.test') };
    const { body } = await create({ name: 'Short', slug: 'short-lived' }, at);
    t.is((await remove(body['id'], at)).status, 200);
    t.is((await create({ name: 'Next', slug: 'short-lived' }, at)).status, status);
  }
  for (const slugHoldDays of [-1, 1.5, 4000, Number.NaN])
    t.throws(() => tenants({ slugHoldDays }), { message: /slugHoldDays/u });
});
