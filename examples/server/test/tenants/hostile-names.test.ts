import { randomUUID } from 'node:crypto';
import { tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants()] });
});
test.after.always(() => server?.stop());

const refused = [
  'Win at https://evil.example/x',
  'javascript://evil',
  'HTTP:\\\\evil.example',
  'Visit www.evil.example',
  'evil.example/free-money',
  'Acme\nSubject: hello',
  'Acme\u0007',
  'Acme\u2028more',
  'Acme \u202eecilA',
  'Acme \u2066more',
];
const taken = [
  'Acme Inc.',
  'Booking.com',
  'St. John’s',
  'A/B Testing Ltd',
  'Größe & Söhne, Ltd.',
  'Yahoo!',
  'AC/DC',
  'Node.js Foundation',
  'R.E.M.',
  '株式会社',
  'مرحبا',
  '👩‍🚀 & Co',
];

async function owner() {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  return { tenant, token };
}

test('a tenant cannot be named with a URL, a control character or an override of the direction', async (t) => {
  const { tenant, token } = await owner();
  const path = `/api/tenants/${tenant.id}`;
  for (const name of refused) {
    const created = await send(server.issuer, 'POST', '/api/tenants', token, { name });
    t.is(created.status, 422, `create ${JSON.stringify(name)}`);
    t.like(created.body, { error: 'VALIDATION_FAILED', details: [{ path: 'name' }] });
    t.is((await send(server.issuer, 'PATCH', path, token, { name })).status, 422, `rename ${JSON.stringify(name)}`);
  }
  for (const name of taken) t.is((await send(server.issuer, 'PATCH', path, token, { name })).status, 200, name);
});

test('a person cannot be named so either', async (t) => {
  const { token } = await owner();
  for (const field of ['displayName', 'givenName', 'familyName', 'middleName', 'nickname']) {
    for (const name of refused) {
      const { status } = await send(server.issuer, 'PATCH', '/api/users/me', token, { [field]: name });
      t.is(status, 422, `${field} ${JSON.stringify(name)}`);
    }
  }
  for (const displayName of taken)
    t.is((await send(server.issuer, 'PATCH', '/api/users/me', token, { displayName })).status, 200, displayName);
});

test('nobody accepts an invitation under such a name, by API or on the page', async (t) => {
  const { tenant, token } = await owner();
  const email = `${randomUUID().slice(0, 8)}@people.test`;
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  const secret = await server.mailbox.invitationSecret(email);
  const displayName = 'Ann https://evil.example';
  const body = { password: 'violet harbor engine 77', displayName };
  const byApi = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, body);
  t.is(byApi.status, 422);
  const form = { method: 'POST', body: new URLSearchParams(body) };
  t.is((await fetch(`${server.issuer}/invitations/${secret}`, form)).status, 422);
});

test('in an invitation no stored name becomes a link, and the subject stays short', async (t) => {
  const { tenant, token } = await owner();
  const { db } = server.identity;
  const name = `Claim your prize at https://evil.example/x or www.evil.example or evil.example/y ${'now '.repeat(60)}`;
  await db.tenant.update({ where: { id: tenant.id }, data: { name } });
  await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName: 'security@bank.example' } });
  const email = `${randomUUID().slice(0, 8)}@people.test`;
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  const mail = await server.mailbox.mailTo(email);
  const own = new RegExp(`${server.issuer}/invitations/[\\w-]+`, 'gu');
  for (const part of [mail.subject, mail.text, mail.html]) {
    const others = part.replaceAll(own, '').replaceAll(/<[^>]*>/gu, ' ');
    // Text that mail programs turn into links: a scheme, letters around a dot, an email.
    t.notRegex(others, /\w:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]|\S@\S/u);
  }
  t.true(mail.subject.length <= 150, `${mail.subject.length}: ${mail.subject}`);
  t.regex(mail.subject, /Claim your prize/u);
});

test('the name of a look follows the rules of the name of a tenant', async (t) => {
  const { tenant, token } = await owner();
  const path = `/api/tenants/${tenant.id}`;
  const change = (name: string) =>
    send(server.issuer, 'PATCH', path, token, { settings: { brand: { name, accentColor: '#5b2a9d' } } });
  for (const name of [...refused, 'x'.repeat(61), ' ']) {
    const { status, body } = await change(name);
    t.is(status, 422, JSON.stringify(name));
    t.like(body, { error: 'VALIDATION_FAILED', details: [{ path: 'settings.brand.name' }] });
  }
  for (const name of taken) t.is((await change(name)).status, 200, name);
});

test('a look with a name that breaks the rules and is stored already is shown without that name', async (t) => {
  const { tenant } = await owner();
  const { db } = server.identity;
  const { browser } = await openAccount(server.issuer, tenant.owner.email, { path: `/console/${tenant.slug}` });
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'), { tenant: tenant.slug });
  for (const name of refused) {
    const settings = { brand: { name, accentColor: '#5b2a9d' } };
    await db.tenant.update({ where: { id: tenant.id }, data: { settings } });
    const signIn = await new TestBrowser(server.issuer).open(url);
    t.is(signIn.status, 200);
    const shown = await browser.open(`/console/${tenant.slug}/settings`);
    t.is(shown.status, 200);
    for (const { html } of [signIn, shown]) {
      t.false(html.includes(name.split(/[&<]/u)[0] ?? name), JSON.stringify(name));
      t.true(html.includes('#5b2a9d'), 'the rest of the look stays');
    }
  }
});
