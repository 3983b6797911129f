import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import { crm, desk, machineToken, pro, random } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { addAgent, exchange, post, server, subject } from '../support/token-exchange.js';

/** A tenant with seats of an application of its own, whose rule for agents a test can change. */
async function scene(quantity: number, rule: 'OWN' | 'OF_THE_PERSON' = 'OWN') {
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  const application = await db.application.create({
    data: {
      name: `App ${randomUUID()}`,
      agentSeats: rule,
      licenseTypes: { create: { slug: 'pro', name: 'Pro', features: ['x'] } },
    },
    include: { licenseTypes: true },
  });
  const [applicationId, licenseTypeId] = [application.id, application.licenseTypes[0]?.id ?? ''];
  const { id: subscriptionId } = await db.subscription.create({
    data: { tenantId: tenant.id, applicationId, licenseTypeId, quantityPurchased: quantity },
  });
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const base = `/api/tenants/${tenant.id}/agent-seats`;
  const api = (method: string, below = '', body?: unknown) =>
    send(server.issuer, method, `${base}${below}`, owner, body);
  const give = (clientId: string) => api('POST', '', { clientId, applicationId, licenseTypeId });
  const agent = async () => {
    const id = await addAgent();
    await db.client.update({ where: { id }, data: { applicationId } });
    return id;
  };
  const giveSeat = (userId: string) =>
    db.seat.create({ data: { tenantId: tenant.id, applicationId, subscriptionId, userId } });
  const counted = async () =>
    (await db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })).quantityAssigned;
  return { db, tenant, applicationId, licenseTypeId, subscriptionId, owner, base, api, give, giveSeat, agent, counted };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** What a check says, called with a token. */
async function check(token: string, { applicationId }: Pick<Scene, 'applicationId'>) {
  const path = `/api/integration/licenses/check?applicationId=${applicationId}`;
  const { body } = await call(server.issuer, path, token);
  return body['reason'];
}

test('an agent uses the seat of its person, unless the application asks for one of its own', async (t) => {
  const one = await scene(3, 'OF_THE_PERSON');
  const agent = await one.agent();
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged } = await exchange(agent, token);
  t.is(await check(exchanged, one), 'NO_SEAT');
  await one.giveSeat(userId);
  t.is(await check(exchanged, one), 'LICENSED');

  await one.db.application.update({ where: { id: one.applicationId }, data: { agentSeats: 'OWN' } });
  t.is(await check(exchanged, one), 'NO_AGENT_SEAT');
  t.is(await check(token, one), 'LICENSED', 'the person needs none');
  const feature = await call(
    server.issuer,
    `/api/integration/licenses/feature?applicationId=${one.applicationId}&featureKey=x`,
    exchanged,
  );
  t.deepEqual(feature.body, { hasFeature: false, reason: 'NO_AGENT_SEAT' });
  const { status, body } = await one.give(agent);
  t.is(status, 201);
  t.like(body, { clientId: agent, applicationId: one.applicationId, licenseTypeId: one.licenseTypeId, endedAt: null });
  t.is(await check(exchanged, one), 'LICENSED');
  t.truthy((await one.db.agentSeat.findUniqueOrThrow({ where: { id: String(body['id']) } })).lastUsedAt);

  t.is((await one.api('DELETE', `/${body['id']}`)).status, 200);
  t.is(await check(exchanged, one), 'NO_AGENT_SEAT');
  await one.give(agent);
  await one.db.seat.deleteMany({ where: { userId } });
  t.is(await check(exchanged, one), 'NO_SEAT', 'an agent never has more than its person');
});

test('a machine asks about an agent by its id; others may not, and an agent only about itself', async (t) => {
  const one = await scene(3);
  const agent = await one.agent();
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const machine = await machineToken(server, one.tenant.id);
  const ask = async (token: string, agentId: string, more = '') => {
    const path = `/api/integration/licenses/check?applicationId=${one.applicationId}&agentId=${agentId}${more}`;
    const { status, body } = await call(server.issuer, path, token);
    return body['reason'] ?? status;
  };
  const ofUser = `&userId=${userId}`;
  t.is(await ask(machine, agent, ofUser), 'NO_AGENT_SEAT');
  await one.give(agent);
  t.is(await ask(machine, agent, ofUser), 'LICENSED');
  t.is(await ask(machine, 'no-such-agent', ofUser), 'AGENT_NOT_ALLOWED');
  t.is(await ask(machine, 'demo-partner', ofUser), 'AGENT_NOT_ALLOWED', 'a client that is no agent');
  await one.db.client.update({ where: { id: agent }, data: { blockedAt: new Date() } });
  t.is(await ask(machine, agent, ofUser), 'AGENT_NOT_ALLOWED');
  const other = await one.agent();
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged } = await exchange(other, token);
  t.is(await ask(exchanged, agent), 403);
  t.is(await ask(exchanged, other), 'NO_AGENT_SEAT');
  t.is(await ask(token, agent), 403, 'a member');
  t.is(await ask(one.owner, agent), 'AGENT_NOT_ALLOWED', 'a manager, without a seat of the own');
});

test('seats of agents are given and taken by managers only, and never by an agent', async (t) => {
  const one = await scene(5);
  const [agent, other] = [await one.agent(), await scene(1)];
  const member = await addMember(server, one.tenant.id, 'member');
  const body = { clientId: agent, applicationId: one.applicationId, licenseTypeId: one.licenseTypeId };
  const codeOf = ({ status, body: { error } }: Awaited<ReturnType<Scene['api']>>) => [status, error];
  const as = (token: string, method: string, below = '', sent?: unknown) =>
    send(server.issuer, method, `${one.base}${below}`, token, sent);
  t.deepEqual(codeOf(await as(other.owner, 'POST', '', body)), [404, 'TENANT_NOT_FOUND']);
  t.deepEqual(codeOf(await as(await tokenOf(server.issuer, member.email), 'POST', '', body)), [403, 'FORBIDDEN']);
  const { token } = await subject(one.tenant.owner.email, one.tenant.slug);
  const writer = await addAgent({ scopes: ['openid', 'licenses:write'] });
  const { token: exchanged } = await exchange(writer, token);
  t.deepEqual(codeOf(await as(exchanged, 'POST', '', body)), [403, 'FORBIDDEN']);

  for (const [changes, status, code] of [
    [{ clientId: 'demo-partner' }, 404, 'AGENT_NOT_FOUND'],
    [{ clientId: random }, 404, 'AGENT_NOT_FOUND'],
    [{ clientId: 'a\u0000b' }, 422, 'VALIDATION_FAILED'],
    [{ applicationId: random }, 400, 'INVALID_APPLICATION_ID'],
    [{ applicationId: desk }, 400, 'INVALID_LICENSE_TYPE'],
    [{ licenseTypeId: pro }, 400, 'INVALID_LICENSE_TYPE'],
    [{ more: 1 }, 422, 'VALIDATION_FAILED'],
  ] as const)
    t.deepEqual(codeOf(await one.api('POST', '', { ...body, ...changes })), [status, code], JSON.stringify(changes));
  const ofOther = await addAgent({ tenantId: other.tenant.id });
  t.deepEqual(codeOf(await one.give(ofOther)), [404, 'AGENT_NOT_FOUND'], 'a client of another tenant');
  const { body: given } = await one.give(agent);
  t.deepEqual(codeOf(await one.give(agent)), [400, 'ALREADY_LICENSED']);
  t.deepEqual(codeOf(await other.api('DELETE', `/${given['id']}`)), [404, 'AGENT_SEAT_NOT_FOUND']);
  t.deepEqual(codeOf(await one.api('DELETE', `/${random}`)), [404, 'AGENT_SEAT_NOT_FOUND']);
  t.deepEqual(codeOf(await one.api('DELETE', '/x')), [404, 'AGENT_SEAT_NOT_FOUND']);
  const listed = await one.api('GET');
  t.deepEqual(
    (listed.body['agentSeats'] as { id: string }[]).map(({ id }) => id),
    [given['id']],
  );
});

test('agents and people at once never hold more seats than were bought', async (t) => {
  const one = await scene(6);
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
  const one = await scene(1);
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
  const one = await scene(2);
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
  const one = await scene(2);
  const agent = await one.agent();
  await one.give(agent);
  await one.db.tenantApplication.create({ data: { tenantId: one.tenant.id, clientId: agent, status: 'BLOCKED' } });
  t.is(await one.counted(), 0);
  t.is((await one.give(agent)).status, 404);
});

test('a lower quantity releases people, and waits for agents', async (t) => {
  const one = await scene(3);
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
  const one = await scene(5);
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
  const one = await scene(3);
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
  const one = await scene(3);
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { tokenExchange: true } });
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged, claims } = await exchange('demo-web', token);
  t.deepEqual(claims.act, { sub: 'demo-web' });
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { applicationId: one.applicationId } });
  t.is(await check(exchanged, one), 'LICENSED');
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { applicationId: crm } });
});
