import { createHash } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import { agentScene, checkAs } from '../support/agent-scenes.js';
import { crm, machineToken } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { addMember, send } from '../support/tenant-api.js';
import { exchange, post, server, subject } from '../support/token-exchange.js';

test('agents and people at once never hold more seats than were bought', async (t) => {
  const one = await agentScene(6);
  const agents = await Promise.all(Array.from({ length: 8 }, () => one.agent()));
  const people = await Promise.all(Array.from({ length: 8 }, () => addMember(server, one.tenant.id, 'member')));
  const { applicationId, licenseTypeId } = one;
  const machine = await machineToken(server, one.tenant.id);
  const asMachine = (userId: string) =>
    send(server.issuer, 'POST', '/api/integration/licenses/grant', machine, { userId, applicationId, licenseTypeId });
  const responses = await Promise.all([
    ...agents.map((agent) => one.give(agent)),
    ...people.map(({ userId }) => asMachine(userId)),
  ]);
  t.is(responses.filter(({ status }) => status === 201).length, 6);
  t.true(responses.every(({ status, body }) => status === 201 || body['error'] === 'NO_SEATS_AVAILABLE'));
  t.is(await one.counted(), 6);
  const where = { tenantId: one.tenant.id };
  t.is((await one.db.agentSeat.count({ where })) + (await one.db.seat.count({ where })), 6);
});

test('the database holds the limit, whoever writes the seat of an agent', async (t) => {
  const one = await agentScene(1);
  const [first, second] = [await one.agent(), await one.agent()];
  const data = { tenantId: one.tenant.id, applicationId: one.applicationId, subscriptionId: one.subscriptionId };
  await one.db.agentSeat.create({ data: { ...data, clientId: first } });
  await t.throwsAsync(one.db.agentSeat.create({ data: { ...data, clientId: second } }), {
    message: /subscriptions_seats_within_quantity/u,
  });
  await t.throwsAsync(one.db.agentSeat.create({ data: { ...data, clientId: 'demo-partner' } }), {
    message: /may exchange tokens/u,
  });
  await t.throwsAsync(one.giveSeat(one.tenant.owner.userId), { message: /subscriptions_seats_within_quantity/u });
  await t.throwsAsync(
    one.db.$executeRaw`DELETE FROM identity.agent_seat_periods WHERE tenant_id = ${one.tenant.id}::uuid`,
    {
      message: /periods follow the seats/u,
    },
  );
});

test('the seat of a deleted or blocked agent is free at once, and goes to the first who waits', async (t) => {
  const one = await agentScene(2);
  const agents = [await one.agent(), await one.agent()];
  for (const agent of agents) t.is((await one.give(agent)).status, 201);
  const waiting = [await addMember(server, one.tenant.id, 'member'), await addMember(server, one.tenant.id, 'member')];
  for (const { userId } of waiting) {
    const [{ number } = { number: 0n }] = await one.db.$queryRaw<{ number: bigint }[]>`
      SELECT nextval('identity.license_waiting_numbers') AS number`;
    const { applicationId, licenseTypeId } = one;
    const data = { tenantId: one.tenant.id, userId, applicationId, licenseTypeId, waitingNumber: number };
    await one.db.licenseRequest.create({ data: { ...data, status: 'WAITING' } });
  }
  const platform = await machineToken(server, null, ['platform:read', 'platform:write']);
  t.is((await send(server.issuer, 'DELETE', `/api/platform/clients/${agents[0]}`, platform)).status, 200);
  const holders = async () => {
    const seats = await one.db.seat.findMany({ where: { tenantId: one.tenant.id }, orderBy: { id: 'asc' } });
    return seats.map(({ userId }) => userId);
  };
  t.deepEqual(await holders(), [waiting[0]?.userId]);
  const body = { tokenExchange: false };
  t.is((await send(server.issuer, 'PATCH', `/api/platform/clients/${agents[1]}`, platform, body)).status, 200);
  t.deepEqual(
    await holders(),
    waiting.map(({ userId }) => userId),
  );
  t.is(await one.counted(), 2);
  const events = await one.db.event.findMany({
    where: { tenantId: one.tenant.id, type: { startsWith: 'agent_seat.' } },
    orderBy: { occurredAt: 'asc' },
  });
  t.deepEqual(
    events.map(({ type, data }) => [type, (data as { cause?: string }).cause]),
    [
      ['agent_seat.granted', undefined],
      ['agent_seat.granted', undefined],
      ['agent_seat.revoked', 'client.deleted'],
      ['agent_seat.revoked', 'client.updated'],
    ],
  );
  const ended = await one.api('GET', '?ended=true');
  const periods = ended.body['agentSeats'] as { cause: string; name: string | null }[];
  t.deepEqual(periods.map(({ cause }) => cause).sort(), ['blocked', 'deleted']);
});

test('a tenant that blocks an agent takes its seat', async (t) => {
  const one = await agentScene(2);
  const agent = await one.agent();
  await one.give(agent);
  await one.db.tenantApplication.create({ data: { tenantId: one.tenant.id, clientId: agent, status: 'BLOCKED' } });
  t.is(await one.counted(), 0);
  t.is((await one.give(agent)).status, 404);
});

test('a lower quantity releases people, and waits for agents', async (t) => {
  const one = await agentScene(3);
  const [first, second] = [await one.agent(), await one.agent()];
  await one.give(first);
  await one.give(second);
  await one.giveSeat(one.tenant.owner.userId);
  const platform = await machineToken(server, null);
  const path = `/api/licensing/tenants/${one.tenant.id}/subscriptions/${one.subscriptionId}`;
  const change = (body: object) => send(server.issuer, 'PATCH', path, platform, body);
  const refused = await change({ quantity: 1, onExcess: 'release' });
  t.deepEqual([refused.status, refused.body['error']], [409, 'SEATS_IN_USE']);
  t.is(await one.counted(), 3, 'nothing was released');
  t.is((await change({ quantity: 2, onExcess: 'release' })).status, 200);
  t.is(await one.db.agentSeat.count({ where: { tenantId: one.tenant.id } }), 2);
});

test('statements and the history have the seats of agents; the number of licensed users has not', async (t) => {
  const one = await agentScene(5);
  const agent = await one.agent();
  await one.give(agent);
  await one.giveSeat(one.tenant.owner.userId);
  const machine = await machineToken(server, one.tenant.id);
  const count = await call(server.issuer, `/api/integration/licenses/apps/${one.applicationId}/count`, machine);
  t.deepEqual(count.body, { count: 1 });
  const today = new Date().toISOString().slice(0, 10);
  const path = `/api/licensing/tenants/${one.tenant.id}/statement?applicationId=${one.applicationId}`;
  const { body } = await call(server.issuer, `${path}&from=${today}&to=${today}`, machine);
  const claims = decodeJwt(String(body['statement'])) as {
    days: { heldMax: number; heldEnd: number }[];
    periodsHash: string;
  };
  t.like(claims.days.at(-1), { heldMax: 2, heldEnd: 2 });
  const response = await fetch(
    `${server.issuer}/api/tenants/${one.tenant.id}/license-history/export?format=ndjson&from=${today}&to=${today}`,
    { headers: { authorization: `Bearer ${machine}` } },
  );
  const text = await response.text();
  t.true(text.includes(`"agent:${agent}"`));
  const first = `${today}T00:00:00.000Z`;
  const last = new Date(Date.parse(first) + 24 * 60 * 60 * 1000).toISOString();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
    // As docs/concepts/statements-and-leases.md says; all of these periods still run.
    .map(({ userId, licenseTypeId, from = '' }) =>
      [userId, licenseTypeId, [from, first].sort()[1], last, ''].join(','),
    );
  const hash = createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  t.is(claims.periodsHash, hash, 'whoever has the history can verify the statement');
});

test('license claims of an exchanged token follow the agent', async (t) => {
  const one = await agentScene(3);
  const agent = await one.agent();
  await one.db.client.update({ where: { id: agent }, data: { licenseClaims: true } });
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const { token } = await subject(email, one.tenant.slug);
  const { claims, token: exchanged } = await exchange(agent, token);
  t.like(claims, { license: null, features: [] });
  await one.give(agent);
  t.like((await exchange(agent, token)).claims, { license: 'pro', features: ['x'] });
  const { body } = await post('/api/oauth/introspect', agent, { token: exchanged });
  t.like(body, { active: true, license: 'pro' }, 'the claims are those of now');
});

test('an application that exchanges its own tokens is no agent', async (t) => {
  const one = await agentScene(3);
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { tokenExchange: true } });
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged, claims } = await exchange('demo-web', token);
  t.deepEqual(claims.act, { sub: 'demo-web' });
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { applicationId: one.applicationId } });
  t.is(await checkAs(exchanged, one), 'LICENSED');
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { applicationId: crm } });
});
