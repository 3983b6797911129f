import test from 'ava';
import { textOf, visitAs } from '../support/console-visitors.js';
import { crm, licensedTenant, pro, seat } from '../support/licensing-api.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

/** A tenant whose only seat is taken, with calls of its owner. */
async function scene() {
  const tenant = await licensedTenant(server, 1);
  await seat(server, tenant, tenant.owner.userId);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const post = (path: string, body: object) =>
    send(server.issuer, 'POST', `/api/tenants/${tenant.id}${path}`, owner, body);
  return { tenant, post };
}
const startOf = async (slug: string, visit: { open(path: string): Promise<{ html: string }> }) => {
  const { html } = await visit.open(`/console/${slug}`);
  return { html, text: textOf(html) };
};

test('a member without a seat sees whom to ask, and the way to the form', async (t) => {
  const { tenant } = await scene();
  const visit = await visitAs(server, tenant, 'member');
  const { html, text } = await startOf(tenant.slug, visit);
  t.true(text.includes('You have no seats yet.'));
  t.regex(html, /<a class="button button-secondary" href="\/account\/licenses">Ask for a license<\/a>/u);
  t.true(text.includes('Your admins'));
  t.true(text.includes(tenant.owner.email));
  t.regex((await visit.open('/account/licenses')).html, /<h2>Ask for a license<\/h2>/u);
});

test('a member who asked sees that, and after the approval the place on the waiting list', async (t) => {
  const { tenant, post } = await scene();
  const visit = await visitAs(server, tenant, 'member');
  const token = await tokenOf(server.issuer, visit.email, tenant.slug);
  const asked = { applicationId: crm, licenseTypeId: pro, note: 'For the fair' };
  const { body } = await send(server.issuer, 'POST', '/api/integration/licenses/request', token, asked);
  const before = await startOf(tenant.slug, visit);
  t.true(before.text.includes('Not decided yet'));
  t.false(before.text.includes('Ask for a license'));
  await post(`/license-requests/${String(body['id'])}/approve`, {});
  const after = await startOf(tenant.slug, visit);
  t.regex(after.text, /Asked on .* For the fair .*Place 1 on the waiting list/u);
});

test('a member whom a rule has put on the waiting list is told so, not that they asked', async (t) => {
  const { tenant, post } = await scene();
  const visit = await visitAs(server, tenant, 'member');
  const { status } = await post('/license-rules', { applicationId: crm, licenseTypeId: pro });
  t.is(status, 201);
  const { text } = await startOf(tenant.slug, visit);
  t.regex(text, /By a license rule of the organization, .*Place 1 on the waiting list/u);
  t.false(text.includes('Asked on'));
  t.regex(textOf((await visit.open('/account/licenses')).html), /By a license rule of the organization/u);
});

test('those who manage the organization have their own overview instead', async (t) => {
  const { tenant } = await scene();
  await addMember(server, tenant.id, 'member');
  const { text } = await startOf(tenant.slug, await visitAs(server, tenant, 'admin'));
  t.false(text.includes('Your seats'));
  t.false(text.includes('Your admins'));
});
