import { randomUUID } from 'node:crypto';
import { route, userOnly } from '@org/identity-core';
import {
  type IdentityPlugin,
  type IdentityPluginHost,
  inTenantTransaction,
  type Transaction,
} from '@org/identity-prisma';
import test from 'ava';
import { z } from 'zod';
import { crm, licensedTenant, pro } from '../support/licensing-api.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

interface Clock {
  now(): number;
}
declare module '@org/identity-prisma' {
  interface PluginServices {
    clock?: Clock;
  }
}

let server: TestServer;
let host: IdentityPluginHost;
let members: NonNullable<IdentityPluginHost['services']['members']>;
let seats: NonNullable<IdentityPluginHost['services']['seats']>;
/** What the route of the plugin does. */
let act = () => Promise.resolve();
/** Two plugins that know each other only by the name of a service. */
const asking: IdentityPlugin = {
  name: 'asking',
  setup(given) {
    host = given;
    return {
      routes: [
        route({
          method: 'post',
          path: '/api/asking',
          summary: 'Uses services of other plugins',
          scope: 'tenants:write',
          guard: userOnly,
          reply: z.strictObject({ done: z.literal(true) }),
          handle: async () => {
            await act();
            return { done: true as const };
          },
        }),
      ],
      // With a subscriber, a grant needs a transaction.
      subscribers: [{ on: 'seat.granted', handle: () => Promise.resolve() }],
    };
  },
};
const clock: IdentityPlugin = {
  name: 'clock',
  declares: { services: ['clock'] },
  setup: () => ({ services: { clock: { now: () => 7 } } }),
};
test.before(async () => {
  server = await startTestServer({ plugins: [asking, ...allPlugins(), clock] });
  ({ members, seats } = host.services as Required<IdentityPluginHost['services']>);
});
test.after.always(() => server?.stop());

const actor = { kind: 'system', id: 'directory' } as const;
const inTenant = <Result>(tenantId: string, work: (tx: Transaction) => Promise<Result>) =>
  inTenantTransaction({ db: host.db, tenantId, locks: 'tenant' }, work);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const typesOf = async (subjectId: string) =>
  (await host.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ type }) => type);

test('a plugin uses the service of another by its name', (t) => {
  t.is(host.services.clock?.now(), 7);
});

test('members are added, changed, suspended and removed with the rules and events of the API', async (t) => {
  const { id: tenantId, owner } = await freshTenant(server);
  const { userId, email } = await addUser(server);
  const whom = { tenantId, userId, actor };
  const { membershipId } = await inTenant(tenantId, (tx) => members.add(tx, { ...whom, role: 'member' }));
  t.is(await codeOf(inTenant(tenantId, (tx) => members.add(tx, { ...whom, role: 'member' }))), 'ALREADY_MEMBER');
  t.true(await inTenant(tenantId, (tx) => members.changeRole(tx, { ...whom, role: 'admin' })));
  t.false(await inTenant(tenantId, (tx) => members.changeRole(tx, { ...whom, role: 'admin' })));
  t.true(await inTenant(tenantId, (tx) => members.suspend(tx, whom)));
  t.false(await inTenant(tenantId, (tx) => members.suspend(tx, whom)));
  t.true(await inTenant(tenantId, (tx) => members.reactivate(tx, whom)));
  const listed = await send(server.issuer, 'GET', `/api/tenants/${tenantId}`, await tokenOf(server.issuer, email));
  t.is(listed.status, 200);
  await inTenant(tenantId, (tx) => members.remove(tx, whom));
  t.is(await codeOf(inTenant(tenantId, (tx) => members.remove(tx, whom))), 'MEMBER_NOT_FOUND');
  t.is(await host.db.membership.count({ where: { id: membershipId } }), 0);
  const changes = (await typesOf(userId)).filter((type) => type.startsWith('member.'));
  t.deepEqual(changes, [
    'member.added',
    'member.role_changed',
    'member.suspended',
    'member.reactivated',
    'member.removed',
  ]);
  const last = { tenantId, userId: owner.userId, actor };
  t.is(await codeOf(inTenant(tenantId, (tx) => members.suspend(tx, last))), 'LAST_OWNER');
  t.is(await codeOf(inTenant(tenantId, (tx) => members.remove(tx, last))), 'LAST_OWNER');
});

test('a disabled account cannot be added, and an open invitation is accepted by the addition', async (t) => {
  const { id: tenantId, owner } = await freshTenant(server);
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, owner.email);
  const invited = await send(server.issuer, 'POST', `/api/tenants/${tenantId}/invitations`, token, {
    email,
    role: 'member',
  });
  t.is(invited.status, 201);
  t.true(await host.accounts.disable({ userId, actor }));
  t.false(await host.accounts.disable({ userId, actor }));
  const added = { tenantId, userId, actor, role: 'admin' } as const;
  t.is(await codeOf(inTenant(tenantId, (tx) => members.add(tx, added))), 'USER_NOT_FOUND');
  t.true(await host.accounts.enable({ userId, actor }));
  await inTenant(tenantId, (tx) => members.add(tx, added));
  const [invitation] = await host.db.invitation.findMany({ where: { tenantId } });
  t.is(invitation?.status, 'ACCEPTED');
  const membership = await host.db.membership.findFirst({ where: { tenantId, userId } });
  t.like(membership, { role: 'admin', status: 'ACTIVE' });
});

test('the sessions of an account end with everything that they issued', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  await host.accounts.endSessions({ userId, actor });
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 401);
});

test('seats are granted, waited for and released within their limits', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const people = await Promise.all(
    [1, 2].map(async () => {
      const { userId } = await addUser(server);
      await inTenant(tenant.id, (tx) => members.add(tx, { tenantId: tenant.id, userId, actor, role: 'member' }));
      return userId;
    }),
  );
  const [one = '', two = ''] = people;
  const change = (userId: string) => ({ tenantId: tenant.id, userId, applicationId: crm, licenseTypeId: pro, actor });
  t.is(await seats.wait(change(one)), 'granted');
  t.is(await codeOf(seats.grant(change(one))), 'ALREADY_LICENSED');
  t.is(await codeOf(seats.grant(change(two))), 'NO_SEATS_AVAILABLE');
  t.is(await codeOf(seats.wait(change(randomUUID()))), 'USER_NOT_FOUND');
  t.is(await seats.wait(change(two)), 'waiting');
  t.is(await seats.wait(change(two)), 'waiting');
  await seats.release(change(one));
  t.is(await codeOf(seats.release(change(one))), 'LICENSE_NOT_FOUND');
  t.is(await host.db.seat.count({ where: { tenantId: tenant.id, userId: two } }), 1, 'the first in line gets it');
  t.true((await typesOf(two)).includes('license_request.waiting'));
});

test('a service does not take its result for the reply of the route that uses it', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const { userId } = await addUser(server);
  const seat = { tenantId: tenant.id, userId: tenant.owner.userId, applicationId: crm, actor };
  act = async () => {
    t.is(typeof (await seats.grant({ ...seat, licenseTypeId: pro })).id, 'string');
    await seats.release(seat);
    t.true(await host.accounts.disable({ userId, actor }));
    t.true(await host.accounts.enable({ userId, actor }));
    await host.accounts.endSessions({ userId, actor });
  };
  const { status, body } = await send(server.issuer, 'POST', '/api/asking', token);
  t.deepEqual([status, body], [200, { done: true }]);
});

test('who is added while an invitation is open gets the seats that it keeps', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const licenses = [{ applicationId: crm, licenseTypeId: pro }];
  const body = { email, role: 'member', licenses };
  const path = `/api/tenants/${tenant.id}/invitations`;
  t.is((await send(server.issuer, 'POST', path, token, body)).status, 201);
  const reserved = () => host.db.subscription.findUnique({ where: { id: tenant.subscriptionId } });
  t.is((await reserved())?.quantityReserved, 1);
  const added = { tenantId: tenant.id, userId, actor, role: 'member' } as const;
  await inTenant(tenant.id, (tx) => members.add(tx, added));
  t.is((await reserved())?.quantityReserved, 0);
  t.is(await host.db.seat.count({ where: { tenantId: tenant.id, userId } }), 1);
});
