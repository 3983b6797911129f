import { agentScene } from '@org/identity-example-server/test/agent-scenes';
import { addMember } from '@org/identity-example-server/test/tenant-api';
import { exchange, server, subject } from '@org/identity-example-server/test/token-exchange';
import test from 'ava';
import { requireLicenseOf } from '../src/access.js';
import { createIdentityClient, IdentityClientError } from '../src/index.js';
import { licenseOf } from '../src/resource.js';
import { mirrorMachine, mirrorOf } from './support/mirror-scene.js';

async function scene() {
  const one = await agentScene(3);
  const agent = await one.agent();
  const { userId, email } = await addMember(server, one.tenant.id, 'member');
  await one.giveSeat(userId);
  const { token } = await subject(email, one.tenant.slug);
  const { token: exchanged } = await exchange(agent, token);
  const credentials = await mirrorMachine(server, null);
  const { applicationId } = one;
  const client = createIdentityClient({ issuer: server.issuer, applicationId, credentials, cacheSeconds: 0 });
  const identityOf = async (accessToken: string) => ({ ...(await client.verify(accessToken)), accessToken });
  const [person, acting] = await Promise.all([identityOf(token), identityOf(exchanged)]);
  return { ...one, agentId: agent, userId, credentials, client, person, acting };
}

test('a verified token names the client that acts for the user', async (t) => {
  const { agentId, person, acting } = await scene();
  t.is(person.agentId, undefined);
  t.is(acting.agentId, agentId);
});

test('an API that asks with its own credentials refuses an agent without a seat of its own', async (t) => {
  const { client, person, acting, agentId, give } = await scene();
  t.is((await licenseOf(client, person)).reason, 'LICENSED');
  t.is((await licenseOf(client, acting)).reason, 'NO_AGENT_SEAT');
  await give(agentId);
  t.is((await licenseOf(client, acting)).reason, 'LICENSED');
});

for (const whenStale of ['refuse', 'ask'] as const)
  test(`a mirror asks the service about agents (${whenStale})`, async (t) => {
    const { person, acting, agentId, userId, tenant, give, credentials, applicationId } = await scene();
    const start = async () => {
      const mirror = mirrorOf(t, server, credentials, { applicationId, whenStale });
      await mirror.ready();
      return mirror;
    };
    const mirror = await start();
    const question = { userId, tenantId: tenant.id };
    t.is((await licenseOf(mirror, person)).reason, 'LICENSED');
    t.is((await licenseOf(mirror, acting)).reason, 'NO_AGENT_SEAT');
    await t.throwsAsync(requireLicenseOf(mirror, acting), { message: 'No license: NO_AGENT_SEAT.' });
    const error = t.throws(() => mirror.check({ ...question, agentId }), { instanceOf: IdentityClientError });
    t.is(error?.code, 'STALE');
    t.throws(() => mirror.hasFeature('x', { ...question, agentId }), { instanceOf: IdentityClientError });
    t.is((await mirror.checkOrAsk({ ...question, agentId: 'no-such-agent' })).reason, 'AGENT_NOT_ALLOWED');
    await give(agentId);
    // Answers of the service are kept for some seconds.
    await t.notThrowsAsync(requireLicenseOf(await start(), acting, 'x'));
  });
