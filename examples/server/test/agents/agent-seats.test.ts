import test from 'ava';
import { type AgentScene, agentScene, checkAs } from '../support/agent-scenes.js';
import { desk, machineToken, pro, random } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { addAgent, exchange, server, subject } from '../support/token-exchange.js';

test('an agent uses the seat of its person, unless the application asks for one of its own', async (t) => {
  const one = await agentScene(3, 'OF_THE_PERSON');
  const agent = await one.agent();
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged } = await exchange(agent, token);
  t.is(await checkAs(exchanged, one), 'NO_SEAT');
  await one.giveSeat(userId);
  t.is(await checkAs(exchanged, one), 'LICENSED');

  await one.db.application.update({ where: { id: one.applicationId }, data: { agentSeats: 'OWN' } });
  t.is(await checkAs(exchanged, one), 'NO_AGENT_SEAT');
  t.is(await checkAs(token, one), 'LICENSED', 'the person needs none');
  const feature = await call(
    server.issuer,
    `/api/integration/licenses/feature?applicationId=${one.applicationId}&featureKey=x`,
    exchanged,
  );
  t.deepEqual(feature.body, { hasFeature: false, reason: 'NO_AGENT_SEAT' });
  const { status, body } = await one.give(agent);
  t.is(status, 201);
  t.like(body, { clientId: agent, applicationId: one.applicationId, licenseTypeId: one.licenseTypeId, endedAt: null });
  t.is(await checkAs(exchanged, one), 'LICENSED');
  t.truthy((await one.db.agentSeat.findUniqueOrThrow({ where: { id: String(body['id']) } })).lastUsedAt);

  t.is((await one.api('DELETE', `/${body['id']}`)).status, 200);
  t.is(await checkAs(exchanged, one), 'NO_AGENT_SEAT');
  await one.give(agent);
  await one.db.seat.deleteMany({ where: { userId } });
  t.is(await checkAs(exchanged, one), 'NO_SEAT', 'an agent never has more than its person');
});

test('a machine asks about an agent by its id; others may not, and an agent only about itself', async (t) => {
  const one = await agentScene(3);
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
  const one = await agentScene(5);
  const [agent, other] = [await one.agent(), await agentScene(1)];
  const member = await addMember(server, one.tenant.id, 'member');
  const body = { clientId: agent, applicationId: one.applicationId, licenseTypeId: one.licenseTypeId };
  const codeOf = ({ status, body: { error } }: Awaited<ReturnType<AgentScene['api']>>) => [status, error];
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
