import { days, passTime } from '@org/identity-testing/pass-time';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { crm, desk, machineToken, pro, random, seat, standard } from '../support/licensing-api.js';
import { admin, asPlatform, codeOf, licenses, scene, server } from '../support/licensing-tests.js';
import { startServerOn } from '../support/server-on.js';
import { freePort } from '../support/server-process.js';
import { send, tokenOf } from '../support/tenant-api.js';

const inDays = (count: number) => new Date(Date.now() + days(count)).toISOString();

async function subscribed(quantity: number, held = 0) {
  const { tenant, call, member } = await scene(quantity);
  const users: string[] = [];
  for (let index = 0; index < held; index += 1) {
    users.push(await member());
    await seat(server, tenant, users[index] ?? '');
  }
  const path = `${admin}/tenants/${tenant.id}/subscriptions`;
  const change = (body: object, query = '') => asPlatform('PATCH', `${path}/${tenant.subscriptionId}${query}`, body);
  const check = async (userId = '') =>
    (await call('GET', `${licenses}/check?userId=${userId}&applicationId=${crm}`)).body;
  return { tenant, call, member, users, path, change, check };
}

test('a downgrade is refused, rehearsed, and then releases the named users first', async (t) => {
  const { change, users, check } = await subscribed(3, 3);
  t.deepEqual(codeOf(await change({ quantity: 2 })), [409, 'SEATS_IN_USE']);
  const body = { quantity: 2, onExcess: 'release', release: [users[1]] };
  const rehearsal = await change(body, '?rehearse=true');
  const events = rehearsal.body['events'] as { type: string; subjectId: string }[];
  t.deepEqual(
    events.map(({ type, subjectId }) => [type, subjectId]).filter(([type]) => type === 'seat.revoked'),
    [['seat.revoked', users[1]]],
  );
  t.is((await check(users[1]))['reason'], 'LICENSED');
  const { status, body: changed } = await change(body);
  t.is(status, 200);
  t.like(changed, { quantityPurchased: 2, quantityAssigned: 2, quantityAvailable: 0, quantityReserved: 0 });
  t.is((await check(users[1]))['reason'], 'NO_SEAT');
  t.is((await check(users[0]))['reason'], 'LICENSED');
});

test('a planned quantity is listed, felt at its time by the very next request, and can be withdrawn', async (t) => {
  const { tenant, change, users, check, path } = await subscribed(2, 2);
  const effectiveAt = inDays(30);
  t.deepEqual(codeOf(await change({ quantity: 1, effectiveAt })), [409, 'SEATS_IN_USE']);
  const planned = await change({ quantity: 1, onExcess: 'release', release: [users[0]], effectiveAt });
  t.like(planned, { status: 200, body: { quantityPurchased: 2, pendingQuantity: 1, pendingAt: effectiveAt } });
  t.deepEqual((await asPlatform('GET', path)).body['subscriptions'], [planned.body]);
  t.like((await change({ pendingQuantity: null })).body, { pendingQuantity: null, pendingAt: null });
  await change({ quantity: 1, onExcess: 'release', release: [users[0]], effectiveAt });
  t.is((await check(users[0]))['reason'], 'LICENSED');
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(30) });
  t.is((await check(users[0]))['reason'], 'NO_SEAT');
  t.is((await check(users[1]))['reason'], 'LICENSED');
  const { body } = await asPlatform('GET', path);
  t.like((body['subscriptions'] as object[])[0], { quantityPurchased: 1, pendingQuantity: null });
});

test('what is no change of a subscription is 422, with the path of the field', async (t) => {
  const { change, users, member, call, tenant } = await subscribed(2, 1);
  const stranger = await member();
  for (const [body, path] of [
    [{ onExcess: 'release' }, 'onExcess'],
    [{ quantity: 1, onExcess: 'drop' }, 'onExcess'],
    [{ quantity: 1, release: users }, 'release'],
    [{ quantity: 1, onExcess: 'refuse', release: users }, 'release'],
    [{ quantity: 1, onExcess: 'release', release: [stranger] }, 'release.0'],
    [{ quantity: 1, onExcess: 'release', release: [users[0], random] }, 'release.1'],
    [{ effectiveAt: inDays(1) }, 'effectiveAt'],
    [{ quantity: 1, effectiveAt: new Date().toISOString() }, 'effectiveAt'],
    [{ quantity: 1, effectiveAt: inDays(1), pendingQuantity: null }, 'pendingQuantity'],
    [{ pendingQuantity: 3 }, 'pendingQuantity'],
    [{ trial: true }, 'trial'],
    [{ overagePercent: 101 }, 'overagePercent'],
    [{ reclaimAfterDays: 366 }, 'reclaimAfterDays'],
    [{ limits: { contacts: -1 } }, 'limits.contacts'],
  ] as const) {
    const response = await change(body);
    t.deepEqual(codeOf(response), [422, 'VALIDATION_FAILED'], JSON.stringify(body));
    t.is((response.body['details'] as { path: string }[])[0]?.path, path);
  }
  const path = `${admin}/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  t.deepEqual(codeOf(await call('PATCH', path, { overagePercent: 1 })), [403, 'FORBIDDEN'], 'a machine of the tenant');
});

test('a tenant can try an application once, also when it asks for it twice at once', async (t) => {
  const { path } = await subscribed(1);
  const body = { applicationId: desk, licenseTypeId: standard, quantity: 2, trial: true };
  const missing = await asPlatform('POST', path, body);
  t.deepEqual(codeOf(missing), [422, 'VALIDATION_FAILED']);
  t.is((missing.body['details'] as { path: string }[])[0]?.path, 'expiresAt');
  const expiresAt = inDays(14);
  const answers = await Promise.all([1, 2, 3].map(() => asPlatform('POST', path, { ...body, expiresAt })));
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  t.true(answers.filter(({ status }) => status === 409).every(({ body }) => body['error'] === 'TRIAL_USED'));
  const made = answers.find(({ status }) => status === 201)?.body ?? {};
  t.like(made, { trial: true, expiresAt });
  const own = `${path}/${String(made['id'])}`;
  t.deepEqual(codeOf(await asPlatform('PATCH', own, { expiresAt: null })), [422, 'VALIDATION_FAILED']);
  t.like((await asPlatform('PATCH', own, { trial: false, expiresAt: null })).body, { trial: false, expiresAt: null });
});

test('limits of the license type are overridden by the subscription, key by key', async (t) => {
  const { path, call, member } = await subscribed(1);
  const type = await asPlatform('POST', `${admin}/license-types`, {
    applicationId: desk,
    slug: `limited-${crypto.randomUUID()}`,
    name: 'Limited',
    limits: { agents: 3, tickets: 100 },
  });
  const licenseTypeId = String(type.body['id']);
  const bought = await asPlatform('POST', path, {
    applicationId: desk,
    licenseTypeId,
    quantity: 1,
    limits: { agents: 5 },
  });
  t.deepEqual(bought.body['limits'], { agents: 5 });
  const userId = await member();
  await call('POST', `${licenses}/grant`, { userId, applicationId: desk, licenseTypeId });
  const { body } = await call('GET', `${licenses}/check?userId=${userId}&applicationId=${desk}`);
  t.deepEqual(body['limits'], { agents: 5, tickets: 100 });
});

test('a seat beyond the quantity is granted within the overage, and its event says so', async (t) => {
  const { change, call, member } = await subscribed(1, 1);
  t.is((await change({ overagePercent: 100 })).body['overagePercent'], 100);
  const userId = await member();
  const grant = { applicationId: crm, licenseTypeId: pro };
  t.is((await call('POST', `${licenses}/grant`, { userId, ...grant })).status, 201);
  t.deepEqual(codeOf(await call('POST', `${licenses}/grant`, { userId: await member(), ...grant })), [
    400,
    'NO_SEATS_AVAILABLE',
  ]);
  t.deepEqual(codeOf(await change({ overagePercent: 0 })), [409, 'SEATS_IN_USE']);
  const event = await server.identity.db.event.findFirst({ where: { type: 'seat.granted', subjectId: userId } });
  t.like(event?.data, { overage: true });
});

test('the last use of a seat is listed, whether its user or a machine asks', async (t) => {
  const { tenant, call, check } = await subscribed(1);
  const { userId, email } = tenant.owner;
  await seat(server, tenant, userId);
  const lastUse = async () => {
    const { body } = await call('GET', `${licenses}/apps/${crm}/users`);
    return (body as unknown as { lastUsedAt: string | null }[])[0]?.lastUsedAt;
  };
  t.is(await lastUse(), null);
  await check(userId);
  await until(async () => (await lastUse()) !== null);
  t.true(Math.abs(Date.now() - Date.parse(String(await lastUse()))) < 60_000);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: 2 * 60 * 60 * 1000 });
  const before = await lastUse();
  const token = await tokenOf(server.issuer, email, tenant.slug);
  t.is((await send(server.issuer, 'GET', `${licenses}/type?applicationId=${crm}`, token)).body['licenseType'], 'pro');
  await until(async () => (await lastUse()) !== before);
});

test('a use that is not written yet is written when the server stops', async (t) => {
  const { tenant, users } = await subscribed(1, 1);
  const port = await freePort();
  const other = await startServerOn(server.databaseUrl, { port, mail: server.mailbox });
  const machine = await machineToken(other, tenant.id);
  const path = `${licenses}/check?userId=${users[0]}&applicationId=${crm}`;
  t.is((await send(other.issuer, 'GET', path, machine)).body['reason'], 'LICENSED');
  await other.stop();
  const { lastUsedAt } = await server.identity.db.seat.findFirstOrThrow({ where: { tenantId: tenant.id } });
  t.not(lastUsedAt, null);
});
