import { createIdentityClient } from '@org/identity-client';
import { secretOf } from '@org/identity-example-server/test/sign-in';
import test from 'ava';
import { connectAgent, signInAgain } from '../support/agent.js';
import { crm, type Scene, startScene } from '../support/scene.js';

let scene: Scene;
test.before(async () => {
  scene = await startScene();
});
test.after.always(() => scene?.stop());

const pro = '019a0000-0000-7000-8000-0000000000b2';

for (const by of ['document', 'registration'] as const) {
  test.serial(`the official client signs in by ${by}, and the license decides about each tool`, async (t) => {
    const agent = await connectAgent(scene, { email: 'member@acme.test', by });
    t.teardown(() => agent.client.close());
    const clientId = agent.credentials.clientInformation()?.client_id ?? '';
    if (by === 'document') t.is(clientId, scene.documentUrl);
    else t.notRegex(clientId, /^https/u);
    // The person saw what the API's owner says about the scopes, in the owner's words.
    t.true(agent.person.pages.some(({ html }) => html.includes('Read the contacts')));

    const { tools } = await agent.client.listTools();
    t.deepEqual(tools.map(({ name }) => name).toSorted(), ['add_contact', 'list_contacts', 'sales_report', 'whoami']);
    const whoami = JSON.parse((await agent.call('whoami')).text) as Record<string, unknown>;
    t.like(whoami, { tenant: 'acme', clientId });
    t.like(await agent.call('list_contacts'), { isError: false });
    t.like(await agent.call('sales_report'), { isError: false });
  });

  test.serial(`without a license a tool answers with the reason and where to ask for one (by ${by})`, async (t) => {
    const agent = await connectAgent(scene, { email: 'admin@acme.test', by });
    t.teardown(() => agent.client.close());
    const link = `${scene.issuer}/account/licenses`;
    const refused = await agent.call('list_contacts');
    t.true(refused.isError);
    t.deepEqual(refused.data, { error: 'LICENSE_REQUIRED', reason: 'NO_SEAT', feature: 'contacts', link });
    t.true(refused.text.includes(link));
    t.like(JSON.parse((await agent.call('whoami')).text), { tenant: 'acme' });
  });
}

test.serial('a tool that needs more than was allowed asks the person again, who sees only what is new', async (t) => {
  const agent = await connectAgent(scene, { email: 'member@acme.test', by: 'document' });
  t.teardown(() => agent.client.close());
  const contact = { name: 'Radia Perlman', email: 'radia@tree.example' };
  t.notDeepEqual(agent.credentials.tokens()?.scope?.split(' ').includes('contacts:write'), true);
  const more = await signInAgain(scene, agent, () => agent.call('add_contact', contact));
  t.teardown(() => more.client.close());
  const consent = agent.person.pages.at(-1)?.html ?? '';
  t.true(consent.includes('Add contacts'));
  t.false(consent.includes('Read the contacts'));
  t.like(await more.call('add_contact', contact), { isError: false, text: 'Radia Perlman was added.' });
  t.true((await more.call('list_contacts')).text.includes('radia@tree.example'));
});

test.serial('the person picks the tenant, and the license of that tenant decides', async (t) => {
  const identity = createIdentityClient({
    issuer: scene.issuer,
    applicationId: crm,
    credentials: { clientId: 'demo-machine', clientSecret: secretOf('demo-machine') },
  });
  const acme = await connectAgent(scene, { email: 'owner@globex.test', tenant: 'acme', by: 'document' });
  t.teardown(() => acme.client.close());
  const { userId, tenant } = JSON.parse((await acme.call('whoami')).text) as { userId: string; tenant: string };
  t.is(tenant, 'acme');
  t.like((await acme.call('sales_report')).data, { reason: 'NO_SEAT' });
  await identity.grant({ userId, licenseTypeId: pro });
  t.false((await acme.call('sales_report')).isError);

  const globex = await connectAgent(scene, { email: 'owner@globex.test', tenant: 'globex', by: 'document' });
  t.teardown(() => globex.client.close());
  t.like(JSON.parse((await globex.call('whoami')).text), { tenant: 'globex' });
  t.like((await globex.call('sales_report')).data, { reason: 'NO_SEAT' });

  await identity.revoke({ userId });
  t.like((await acme.call('sales_report')).data, { reason: 'NO_SEAT' });
});
