import { demoPassword } from '@org/identity-example-server/demo-data';
import { machineToken } from '@org/identity-example-server/test/licensing-api';
import { send, tokenOf } from '@org/identity-example-server/test/tenant-api';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import {
  crm,
  mirroredTenant,
  mirrorMachine,
  mirrorOf,
  reasonOf,
  type Server,
  startServer,
  untilReason,
} from './support/mirror-scene.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server?.stop());

test('a mirror answers as the service does', async (t) => {
  const { mirror, members, check, member, change } = await mirroredTenant(t, server, { quantity: 5, held: 3 });
  t.is(mirror.size, 3);
  for (const { userId } of members) t.deepEqual({ ...mirror.check({ userId }) }, await check(userId));
  const { userId: stranger } = await member();
  t.deepEqual({ ...mirror.check({ userId: stranger }) }, await check(stranger));
  const [{ userId } = { userId: '' }] = members;
  t.true(mirror.hasFeature('reports', { userId }));
  t.false(mirror.hasFeature('time-travel', { userId }));
  t.false(mirror.hasFeature('reports', { userId: stranger }));
  t.is(reasonOf(mirror, userId.toUpperCase()), 'LICENSED');
  t.is(reasonOf(mirror, 'no id at all'), 'NO_SEAT');
  await change({ status: 'SUSPENDED' });
  await untilReason(mirror, { userId, reason: 'SUBSCRIPTION_SUSPENDED' });
  t.deepEqual({ ...mirror.check({ userId }) }, await check(userId));
});

test('a granted seat gives access, and a revoked one gives none, without a request', async (t) => {
  let requests = 0;
  const counted: typeof fetch = (...input) => {
    // On a busy computer, the stream may have to be opened again.
    if (String(input[0]).includes('/licenses/')) requests += 1;
    return fetch(...input);
  };
  const { mirror, member, grant, revoke } = await mirroredTenant(t, server, { fetch: counted });
  const before = requests;
  const { userId } = await member();
  t.is(reasonOf(mirror, userId), 'NO_SEAT');
  await grant(userId);
  t.deepEqual(await untilReason(mirror, { userId, reason: 'LICENSED' }), ['NO_SEAT', 'LICENSED']);
  await revoke(userId);
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['LICENSED', 'NO_SEAT']);
  t.is(requests, before);
});

test('a member who is suspended or removed has no license', async (t) => {
  const { mirror, members, tenant } = await mirroredTenant(t, server, { held: 2 });
  const { db } = server.identity;
  // An owner does it, as in the console.
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const path = (membershipId: string) => `/api/tenants/${tenant.id}/members/${membershipId}`;
  const [suspended, removed] = members;
  if (!suspended || !removed) return t.fail();
  t.is((await send(server.issuer, 'PATCH', path(suspended.membershipId), owner, { status: 'SUSPENDED' })).status, 200);
  await untilReason(mirror, { userId: suspended.userId, reason: 'NO_SEAT' });
  t.is((await send(server.issuer, 'DELETE', path(removed.membershipId), owner)).status, 200);
  await untilReason(mirror, { userId: removed.userId, reason: 'NO_SEAT' });
  t.is(mirror.size, await db.seat.count({ where: { tenantId: tenant.id } }));
});

test('an account that is deleted has no license', async (t) => {
  const { mirror, members, tenant } = await mirroredTenant(t, server);
  const [member] = members;
  if (!member) return t.fail();
  const token = await tokenOf(server.issuer, member.email, tenant.slug);
  t.is(
    (await send(server.issuer, 'DELETE', '/api/users/me', token, { password: demoPassword, confirmation: 'DELETE' }))
      .status,
    200,
  );
  await untilReason(mirror, { userId: member.userId, reason: 'NO_SEAT' });
});

test('what changes in a subscription changes the answers, and never back and forth', async (t) => {
  const { mirror, members, change } = await mirroredTenant(t, server);
  const userId = members[0]?.userId ?? '';
  await change({ limits: { contacts: 7 } });
  while (reasonOf(mirror, userId) !== 'LICENSED' || mirror.check({ userId }).limits['contacts'] !== 7)
    await new Promise((resolve) => setTimeout(resolve, 5));
  for (const [changes, reason] of [
    [{ status: 'SUSPENDED' }, 'SUBSCRIPTION_SUSPENDED'],
    [{ status: 'ACTIVE' }, 'LICENSED'],
    [{ expiresAt: new Date(Date.now() - 1_000).toISOString() }, 'SUBSCRIPTION_EXPIRED'],
    [{ expiresAt: null }, 'LICENSED'],
    [{ status: 'CANCELED' }, 'SUBSCRIPTION_CANCELED'],
  ] as const) {
    await change(changes);
    const seen = await untilReason(mirror, { userId, reason });
    t.true(seen.length <= 3, seen.join());
    t.deepEqual(seen.filter((each) => each === 'STALE').length <= 1, true, seen.join());
  }
});

test('new features and limits of a license type reach the mirrors of a tenant and of the platform', async (t) => {
  const { mirror, members, tenant, call } = await mirroredTenant(t, server);
  const ofAll = mirrorOf(t, server, await mirrorMachine(server, null));
  await ofAll.ready();
  const userId = members[0]?.userId ?? '';
  const applicationId = crm;
  const platform = await machineToken(server, null);
  // A type of its own, because other tests use the one of the tenant.
  const data = { applicationId, slug: `own-${tenant.slug}`, name: 'Own', features: ['old'] };
  const { id } = await server.identity.db.licenseType.create({ data });
  const path = `/api/licensing/tenants/${tenant.id}/subscriptions`;
  await call('POST', path, { applicationId, licenseTypeId: id, quantity: 1 }, platform);
  const grant = { userId, applicationId, licenseTypeId: id, replace: true };
  await call('POST', '/api/integration/licenses/grant', grant);
  const sees = async (what: typeof mirror, feature: string) => {
    for (;;) {
      const query = { userId, tenantId: tenant.id };
      if (reasonOf(what, userId, tenant.id) === 'LICENSED' && what.check(query).features.includes(feature))
        return what.check(query);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (const each of [mirror, ofAll]) t.deepEqual((await sees(each, 'old')).features, ['old']);
  const changes = { name: 'New', features: ['new'], limits: { contacts: 3 } };
  await call('PATCH', `/api/licensing/license-types/${id}`, changes, platform);
  for (const each of [mirror, ofAll])
    t.like(await sees(each, 'new'), { licenseTypeName: 'New', features: ['new'], limits: { contacts: 3 } });
});

test('a change of the quantity alone loads nothing, and what it releases comes by events', async (t) => {
  let requests = 0;
  const counted: typeof fetch = (...input) => {
    // On a busy computer, the stream may have to be opened again.
    if (String(input[0]).includes('/licenses/')) requests += 1;
    return fetch(...input);
  };
  const { mirror, members, change } = await mirroredTenant(t, server, { held: 2, quantity: 3, fetch: counted });
  const before = requests;
  const [first, second] = members.map(({ userId }) => userId);
  await change({ quantity: 1, onExcess: 'release', release: [first] });
  t.deepEqual(await untilReason(mirror, { userId: first ?? '', reason: 'NO_SEAT' }), ['LICENSED', 'NO_SEAT']);
  t.is(reasonOf(mirror, second ?? ''), 'LICENSED');
  t.is(requests, before);
});

test('an end that comes is felt at its time, without an event', async (t) => {
  const { mirror, members, change } = await mirroredTenant(t, server);
  const userId = members[0]?.userId ?? '';
  const end = Date.now() + 3_000;
  await change({ expiresAt: new Date(end).toISOString() });
  await untilReason(mirror, { userId, reason: 'SUBSCRIPTION_EXPIRED' });
  // At most as much too early as the clocks could differ by.
  t.true(Date.now() >= end - 1_000);
});

test('a planned quantity takes effect at its time', async (t) => {
  const { mirror, members, change } = await mirroredTenant(t, server, { held: 2, quantity: 2 });
  const [first = '', second = ''] = members.map(({ userId }) => userId);
  const effectiveAt = Date.now() + 6_000;
  const release = { quantity: 1, onExcess: 'release', release: [first] };
  await change({ ...release, effectiveAt: new Date(effectiveAt).toISOString() });
  const changed = Date.now();
  for (;;) {
    // Both before the check, so that they are not later than it.
    const now = Date.now();
    const knowsThePlan = now - mirror.age() * 1_000 > changed;
    const reason = reasonOf(mirror, first);
    if (reason === 'LICENSED' && knowsThePlan) t.true(now < effectiveAt, 'after its time, nobody has a seat of before');
    if (reason === 'NO_SEAT') break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  t.true(Date.now() >= effectiveAt);
  await untilReason(mirror, { userId: second, reason: 'LICENSED' });
});

test('a machine of the platform mirrors all tenants, and forgets one that is deleted', async (t) => {
  const one = await mirroredTenant(t, server);
  const other = await mirroredTenant(t, server);
  const mirror = mirrorOf(t, server, await mirrorMachine(server, null));
  await mirror.ready();
  const [first = '', second = ''] = [one.members[0]?.userId, other.members[0]?.userId];
  t.is(reasonOf(mirror, first, one.tenant.id), 'LICENSED');
  t.is(reasonOf(mirror, second, other.tenant.id), 'LICENSED');
  t.is(reasonOf(mirror, first, other.tenant.id), 'NO_SEAT');
  t.throws(() => mirror.check({ userId: first }), { instanceOf: TypeError });
  const added = await one.member();
  await one.grant(added.userId);
  await untilReason(mirror, { userId: added.userId, tenantId: one.tenant.id, reason: 'LICENSED' });
  const owner = await tokenOf(server.issuer, one.tenant.owner.email, one.tenant.slug);
  t.is((await send(server.issuer, 'DELETE', `/api/tenants/${one.tenant.id}`, owner)).status, 200);
  await untilReason(mirror, { userId: first, tenantId: one.tenant.id, reason: 'NO_SEAT' });
  t.is(reasonOf(mirror, second, other.tenant.id), 'LICENSED');
  t.is(reasonOf(other.mirror, second, one.tenant.id), 'NO_SEAT', 'a mirror of a tenant has no seats of another');
});

test('a mirror notes the use of seats, each once', async (t) => {
  const checked: string[] = [];
  const watched: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    if (url.pathname.endsWith('/check')) checked.push(String(url.searchParams.get('userId')));
    return fetch(input, init);
  };
  const options = { held: 2, fetch: watched, times: { firstDelay: () => 0 } };
  const { mirror, members, tenant } = await mirroredTenant(t, server, options);
  const [used = '', unused = ''] = members.map(({ userId }) => userId);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(30) });
  for (let index = 0; index < 100; index += 1) mirror.check({ userId: used });
  const lastUse = async (userId: string) =>
    (await server.identity.db.seat.findFirstOrThrow({ where: { tenantId: tenant.id, userId } })).lastUsedAt;
  while ((await lastUse(used)) === null) await new Promise((resolve) => setTimeout(resolve, 20));
  t.deepEqual(checked, [used]);
  t.is(await lastUse(unused), null);
});
