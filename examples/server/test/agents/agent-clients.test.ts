import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { type AgentScene, agentScene, checkAs } from '../support/agent-scenes.js';
import { confirmed, openConsole } from '../support/console-pages.js';
import { machineToken } from '../support/licensing-api.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { call } from '../support/sign-in.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowAll } from '../support/third-party.js';
import { post, server } from '../support/token-exchange.js';

const scope = 'openid offline_access';

/** A third-party client of the application, and a member with a seat who has signed in with it. */
async function signedIn(one: AgentScene, { agent }: { agent: boolean }) {
  const clientId = await addClient(server, { applicationId: one.applicationId });
  if (agent) await one.db.agentClient.create({ data: { clientId, byOperator: true } });
  const { email, userId } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const signIn = () => allowAll(server, { clientId, email, scope, tenant: one.tenant.slug });
  const { tokens, config } = await signIn();
  return { clientId, email, userId, token: tokens.access_token, tokens, config, signIn };
}

test('the tokens of a client that is an agent need a seat of its own, without act', async (t) => {
  const one = await agentScene(5);
  const agent = await signedIn(one, { agent: true });
  const claims = decodeJwt(agent.token);
  t.is(claims['act'], undefined);
  t.true(claims['agent'], 'APIs of others can see it');
  t.is(await checkAs(agent.token, one), 'NO_AGENT_SEAT');
  const { status } = await one.give(agent.clientId);
  t.is(status, 201);
  t.is(await checkAs(agent.token, one), 'LICENSED');
  const refreshed = await client.refreshTokenGrant(agent.config, agent.tokens.refresh_token ?? '');
  t.true(decodeJwt(refreshed.access_token)['agent']);
  t.is(await checkAs(refreshed.access_token, one), 'LICENSED');

  const other = await signedIn(one, { agent: false });
  t.is(await checkAs(other.token, one), 'LICENSED', 'a client that is none uses the seat of its user');
  t.is(decodeJwt(other.token)['agent'], undefined);
});

test('the event of a consent says whether the client is an agent in that tenant', async (t) => {
  const one = await agentScene(5);
  const byTenant = await addClient(server, { applicationId: one.applicationId });
  const { email } = await addMember(server, one.tenant.id, 'member');
  const data = { tenantId: one.tenant.id, clientId: byTenant, status: 'ALLOWED', agent: true } as const;
  await one.db.tenantApplication.create({ data });
  await allowAll(server, { clientId: byTenant, email, scope, tenant: one.tenant.slug });
  const marked = await signedIn(one, { agent: true });
  const other = await signedIn(one, { agent: false });
  const said = async (subjectId: string) => {
    const events = await one.db.event.findMany({ where: { type: 'application.connected', subjectId } });
    return events.map((event) => (event.data as { agent?: boolean }).agent);
  };
  t.deepEqual(await said(marked.clientId), [true]);
  t.deepEqual(await said(byTenant), [true]);
  t.deepEqual(await said(other.clientId), [undefined]);
});

test('a client becomes an agent, and is none any more, with its next request', async (t) => {
  const one = await agentScene(5);
  const { clientId, token } = await signedIn(one, { agent: false });
  const machine = await machineToken(server, one.tenant.id);
  t.is(await checkAs(token, one), 'LICENSED');
  t.deepEqual((await one.give(clientId)).body['error'], 'AGENT_NOT_FOUND');
  await one.db.agentClient.create({ data: { clientId, byOperator: true } });
  t.is(await checkAs(token, one), 'NO_AGENT_SEAT');
  t.is((await one.give(clientId)).status, 201);
  t.is(await one.counted(), 2);
  await one.db.agentClient.delete({ where: { clientId } });
  t.is(await one.counted(), 1, 'its seat ends with the mark');
  t.is(await checkAs(token, one), 'LICENSED');
  t.truthy(machine);
});

test('a machine asks about such an agent by its id, and introspection says that it is one', async (t) => {
  const one = await agentScene(5);
  const { clientId, userId, token, config } = await signedIn(one, { agent: true });
  const machine = await machineToken(server, one.tenant.id);
  const path = `/api/integration/licenses/check?applicationId=${one.applicationId}&agentId=${clientId}&userId=${userId}`;
  const reason = async () => (await call(server.issuer, path, machine)).body['reason'];
  t.is(await reason(), 'NO_AGENT_SEAT');
  await one.give(clientId);
  t.is(await reason(), 'LICENSED');
  t.true((await client.tokenIntrospection(config, token))['agent']);
});

test('a tenant says for itself that an application is an agent', async (t) => {
  const one = await agentScene(5);
  const elsewhere = await agentScene(5);
  const { clientId, token, signIn } = await signedIn(one, { agent: false });
  const path = `/api/tenants/${one.tenant.id}/applications/${clientId}`;
  const decide = (body: object) => send(server.issuer, 'PUT', path, one.owner, body);
  t.like((await decide({ status: 'ALLOWED', agent: true })).body, { status: 'ALLOWED', agent: true });
  t.is(await checkAs(token, one), 'NO_AGENT_SEAT');
  t.true(decodeJwt((await signIn()).tokens.access_token)['agent']);
  t.is((await one.give(clientId)).status, 201);
  t.is((await elsewhere.give(clientId)).body['error'], 'AGENT_NOT_FOUND', 'not in another tenant');
  t.like((await decide({ status: 'ALLOWED' })).body, { agent: true }, 'left out: as before');
  t.is(await checkAs(token, one), 'LICENSED');
  t.like((await decide({ status: 'ALLOWED', agent: false })).body, { agent: false });
  t.is(await one.counted(), 1);
  t.is(await checkAs(token, one), 'LICENSED', 'by the seat of the user');
  const events = await one.db.event.findMany({ where: { subjectId: clientId, tenantId: one.tenant.id } });
  const types = events.map(({ type }) => type);
  t.true(types.includes('agent_seat.revoked'));
  t.deepEqual(
    events.filter(({ type }) => type === 'application.allowed').map(({ data }) => (data as { agent?: boolean }).agent),
    [true, false],
  );
  t.is((await decide({ status: 'ALLOWED', agent: 'yes' })).status, 422);
});

test('a manager is told which licenses end before an application is no agent any more', async (t) => {
  const one = await agentScene(5);
  const path = `/console/${one.tenant.slug}/applications`;
  const { browser, page } = await openConsole(server, one.tenant.owner, path);
  const marked = async () => {
    const clientId = await addClient(server, { applicationId: one.applicationId });
    const data = { tenantId: one.tenant.id, clientId, status: 'ALLOWED', agent: true } as const;
    await one.db.tenantApplication.create({ data });
    return clientId;
  };
  const unmark = (clientId: string) => confirmed(browser, page, { action: 'unmark', clientId });
  const holder = await marked();
  t.is((await one.give(holder)).status, 201);
  const ended = await unmark(holder);
  t.true(ended.asked.html.includes('Its own license ends at once.'));
  t.is(ended.done.location, `${path}?done=unmarkedEnded`);
  t.is(await one.counted(), 0);
  const without = await unmark(await marked());
  t.false(without.asked.html.includes('ends at once'));
  t.is(without.done.location, `${path}?done=unmarked`);
  const everywhere = await marked();
  await one.db.agentClient.create({ data: { clientId: everywhere, byOperator: true } });
  t.is((await one.give(everywhere)).status, 201);
  const still = await unmark(everywhere);
  t.false(still.asked.html.includes('ends at once'));
  t.is(still.done.location, `${path}?done=stillAgent`);
  t.is(await one.counted(), 1);
});

test('an operator marks a client by the API, also one that describes itself', async (t) => {
  const operator = (await addSuperAdmin(server)).token;
  const id = `agent-${randomUUID()}`;
  const platform = (method: string, path: string, body?: object) =>
    send(server.issuer, method, `/api/platform/clients${path}`, operator, body);
  const created = await platform('POST', '', {
    id,
    name: 'Desk agent',
    type: 'SPA',
    redirectUris: ['https://desk.example/cb'],
    agent: true,
  });
  t.deepEqual([created.status, created.body['agent']], [201, true]);
  t.like((await platform('PATCH', `/${id}`, { agent: false })).body, { agent: false, changed: ['agent'] });
  t.like((await platform('PATCH', `/${id}`, { name: 'Other' })).body, { agent: false, changed: ['name'] });

  const foreign = `reg-${randomUUID()}`;
  const { db } = server.identity;
  await db.client.create({
    data: { id: foreign, name: 'SDK agent', type: 'SPA', source: 'REGISTERED', scopes: ['openid'] },
  });
  t.like((await platform('PATCH', `/${foreign}`, { agent: true })).body, { agent: true, changed: ['agent'] });
  t.is((await platform('PATCH', `/${foreign}`, { agent: true, name: 'Mine' })).status, 422);
  t.is((await platform('PATCH', `/${foreign}`, { name: 'Mine' })).status, 422);
  const machine = { id: `m-${randomUUID()}`, name: 'M', type: 'MACHINE', scopes: ['licenses:read'] };
  t.is((await platform('POST', '', { ...machine, agent: true })).status, 422, 'a machine signs nobody in');
});

test('a first-party agent keeps its rights, but does not decide about the seats of agents', async (t) => {
  const one = await agentScene(5);
  const clientId = await addClient(server, { firstParty: true, applicationId: one.applicationId });
  await one.db.agentClient.create({ data: { clientId, byOperator: true } });
  const { tokens } = await allowAll(server, {
    clientId,
    email: one.tenant.owner.email,
    scope,
    tenant: one.tenant.slug,
  });
  const own = tokens.access_token;
  t.is((await send(server.issuer, 'GET', `/api/tenants/${one.tenant.id}/members`, own)).status, 200);
  const body = { clientId, applicationId: one.applicationId, licenseTypeId: one.licenseTypeId };
  t.is((await send(server.issuer, 'POST', one.base, own, body)).status, 403);
  t.is(
    (await send(server.issuer, 'POST', one.base, await tokenOf(server.issuer, one.tenant.owner.email), body)).status,
    201,
  );
  t.truthy(await post('/api/oauth/introspect', 'demo-web', { token: own }));
});
