import { randomUUID } from 'node:crypto';
import { type AuthorizationRequest, accountClientId, type TenantDecision } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { tenantResolver } from '../../src/sign-in/decide-tenant.js';
import { addTenant, addUser } from '../support/members.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

interface Input {
  userId?: string;
  tenant?: unknown;
  clientTenantId?: string;
  answer?: unknown;
  issuer?: string;
}

function decide({ userId, tenant, clientTenantId, answer, issuer = 'http://localhost:3000' }: Input) {
  const request: AuthorizationRequest = {
    client: { id: 'app', name: 'App', firstParty: true, applicationId: null, tenantId: clientTenantId ?? null },
    params: tenant === undefined ? {} : { tenant },
    userId,
    amr: [],
    answers: answer === undefined ? {} : { tenant: answer },
  };
  return tenantResolver(database.pool, issuer).decide(request);
}

const decided = (tenantId: string, slug: string): TenantDecision => ({
  kind: 'tenant',
  tenantId,
  name: `Tenant ${slug}`,
  mfaRequired: false,
});

test('the tenant parameter names a tenant by slug, in any case', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'by-slug', [{ userId }]);
  await addTenant(database.db, 'by-slug-too', [{ userId }]);
  for (const tenant of ['by-slug', 'BY-Slug', ' by-slug ']) {
    t.deepEqual(await decide({ userId, tenant }), decided(id, 'by-slug'), tenant);
  }
});

test("the tenant parameter names a tenant by a host under the service's domain", async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'by-host', [{ userId }]);
  await addTenant(database.db, 'by-host-too', [{ userId }]);
  const hosts: [string, string][] = [
    ['http://localhost:3000', 'by-host.localhost'],
    ['http://localhost:3000', 'By-Host.LOCALHOST:3000'],
    ['https://id.example.com', 'by-host.id.example.com'],
    ['https://id.example.com', 'by-host.id.example.com:443'],
  ];
  for (const [issuer, tenant] of hosts) {
    t.deepEqual(await decide({ userId, tenant, issuer }), decided(id, 'by-host'), tenant);
    t.deepEqual(await tenantResolver(database.pool, issuer).find(tenant), { id }, tenant);
  }
});

test('a host elsewhere, below or above the tenant names no tenant', async (t) => {
  const userId = await addUser(database.db);
  await addTenant(database.db, 'hosted', [{ userId }]);
  const resolver = tenantResolver(database.pool, 'https://id.example.com');
  const hosts = [
    'hosted.example.com',
    'hosted.evil.example',
    'hosted.id.example.com.evil.example',
    'evil.hosted.id.example.com',
    'id.example.com',
    '.id.example.com',
    'https://hosted.id.example.com',
    'hosted/../hosted',
    '',
  ];
  for (const tenant of hosts) {
    t.is(await resolver.find(tenant), undefined, tenant);
    t.deepEqual(await decide({ userId, tenant, issuer: 'https://id.example.com' }), { kind: 'refused' }, tenant);
  }
});

test('a tenant exists whether or not the person belongs to it', async (t) => {
  const id = await addTenant(database.db, 'existing');
  const resolver = tenantResolver(database.pool, 'http://localhost:3000');
  t.deepEqual(await resolver.find('existing'), { id });
  t.is(await resolver.find('not-existing'), undefined);
});

test('somebody who is no member of the tenant that is asked for is refused', async (t) => {
  const userId = await addUser(database.db);
  await addTenant(database.db, 'own-one', [{ userId }]);
  await addTenant(database.db, 'foreign-one');
  t.deepEqual(await decide({ userId, tenant: 'foreign-one' }), { kind: 'refused' });
});

test("without a parameter the client's own tenant is meant, for its members only", async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'of-client', [{ userId }]);
  await addTenant(database.db, 'of-client-not', [{ userId }]);
  const foreign = await addTenant(database.db, 'of-client-foreign');
  t.deepEqual(await decide({ userId, clientTenantId: id }), decided(id, 'of-client'));
  t.deepEqual(await decide({ userId, clientTenantId: foreign }), { kind: 'refused' });
});

test("an answer from the page does not lead past the client's own tenant", async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'bound', [{ userId }]);
  const other = await addTenant(database.db, 'bound-other', [{ userId }]);
  t.deepEqual(await decide({ userId, clientTenantId: id, answer: { tenantId: other } }), decided(id, 'bound'));
});

test("a parameter does not lead past the client's own tenant", async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'held', [{ userId }]);
  await addTenant(database.db, 'held-other', [{ userId }]);
  for (const tenant of ['held-other', 'HELD-other', 'held-other.localhost', 'no-such-tenant', '']) {
    t.deepEqual(await decide({ userId, clientTenantId: id, tenant }), { kind: 'refused' }, tenant);
  }
  for (const tenant of ['held', 'held.localhost'])
    t.deepEqual(await decide({ userId, clientTenantId: id, tenant }), decided(id, 'held'), tenant);
});

test("the brand of a client's pages is its own tenant's, whatever the request names", async (t) => {
  const { db } = database;
  const branded = (slug: string) =>
    db.tenant.create({ data: { slug, name: slug, settings: { brand: { productName: slug } } } });
  const [own, other] = [await branded('brand-own'), await branded('brand-other')];
  const request: AuthorizationRequest = {
    client: { id: 'app', name: 'App', firstParty: true, applicationId: null, tenantId: own.id },
    params: { tenant: 'brand-other' },
    userId: undefined,
    amr: [],
    answers: { tenant: { tenantId: other.id } },
  };
  const resolver = tenantResolver(database.pool, 'http://localhost:3000');
  t.deepEqual(await resolver.brandFor?.(request), { productName: 'brand-own' });
});

test('a page of ours has the look of the tenant in its state, unless the state is too long to be one', async (t) => {
  const settings = { brand: { productName: 'Stated' } };
  await database.db.tenant.create({ data: { slug: 'stated', name: 'Stated', settings } });
  const resolver = tenantResolver(database.pool, 'http://localhost:3000');
  const brandFor = (state: string) =>
    resolver.brandFor?.({
      client: { id: accountClientId, name: 'Pages', firstParty: true, applicationId: null, tenantId: null },
      params: { state },
      userId: undefined,
      amr: [],
      answers: {},
    });
  t.deepEqual(await brandFor('/console/stated/members?role=admin'), { productName: 'Stated' });
  for (const state of [`/console/stated?${'x'.repeat(2048)}`, `/console/${'s'.repeat(64)}`, '/elsewhere/stated'])
    t.is(await brandFor(state), undefined, state.slice(0, 30));
});

test('who belongs to one tenant is not asked', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'the-only', [{ userId }]);
  t.deepEqual(await decide({ userId }), decided(id, 'the-only'));
});

test('who belongs to several tenants has to choose, and gets what they chose', async (t) => {
  const userId = await addUser(database.db);
  await addTenant(database.db, 'choice-a', [{ userId }]);
  const chosen = await addTenant(database.db, 'choice-b', [{ userId }]);
  t.deepEqual(await decide({ userId }), { kind: 'choose' });
  t.deepEqual(await decide({ userId, answer: { tenantId: chosen } }), decided(chosen, 'choice-b'));
});

test('an answer that names no tenant at all is no answer', async (t) => {
  const userId = await addUser(database.db);
  await addTenant(database.db, 'unanswered-a', [{ userId }]);
  await addTenant(database.db, 'unanswered-b', [{ userId }]);
  for (const answer of [{}, { tenantId: 'unanswered-a' }, { tenantId: null }, 'unanswered-a', []]) {
    t.deepEqual(await decide({ userId, answer }), { kind: 'choose' }, JSON.stringify(answer));
  }
});

test('an answer for a tenant that one does not belong to is refused, also when one has left it since', async (t) => {
  const userId = await addUser(database.db);
  await addTenant(database.db, 'stayed', [{ userId }]);
  const left = await addTenant(database.db, 'left', [{ userId }]);
  const foreign = await addTenant(database.db, 'foreign-answer');
  t.deepEqual(await decide({ userId, answer: { tenantId: foreign } }), { kind: 'refused' });
  t.deepEqual(await decide({ userId, answer: { tenantId: randomUUID() } }), { kind: 'refused' });
  t.deepEqual(await decide({ userId, answer: { tenantId: left } }), decided(left, 'left'));
  await database.db.membership.deleteMany({ where: { userId, tenantId: left } });
  t.deepEqual(await decide({ userId, answer: { tenantId: left } }), { kind: 'refused' });
});

test('who belongs to no tenant gets none', async (t) => {
  t.deepEqual(await decide({ userId: await addUser(database.db) }), { kind: 'none' });
});

test('nobody signed in has no tenant', async (t) => {
  await addTenant(database.db, 'nobodys');
  t.deepEqual(await decide({ tenant: 'nobodys' }), { kind: 'none' });
});

test('a suspended or invited member does not belong to the tenant', async (t) => {
  for (const status of ['SUSPENDED', 'INVITED'] as const) {
    const userId = await addUser(database.db);
    const slug = `not-active-${status.toLowerCase()}`;
    const id = await addTenant(database.db, slug, [{ userId, status, role: 'owner' }]);
    t.deepEqual(await decide({ userId, tenant: slug }), { kind: 'refused' }, status);
    t.deepEqual(await decide({ userId, clientTenantId: id }), { kind: 'refused' }, status);
    t.deepEqual(await decide({ userId, answer: { tenantId: id } }), { kind: 'refused' }, status);
    t.deepEqual(await decide({ userId }), { kind: 'none' }, status);

    const active = await addTenant(database.db, `${slug}-beside`, [{ userId }]);
    t.deepEqual(await decide({ userId }), decided(active, `${slug}-beside`), 'not counted as a second one');
  }
});
