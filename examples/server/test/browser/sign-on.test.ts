import test from 'ava';
import { Events, type MutableRedirectUri, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, openAs, openPage } from '../support/browser-tests.js';
import { plantConnection } from '../support/connection-changes.js';
import { makeGerman } from '../support/console-seats.js';
import { type DomainServer, freshDomain, startDomainServer } from '../support/domain-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { activate, addDomain, press, signOnPath, textOf } from '../support/sign-on-pages.js';
import { freshTenant } from '../support/tenant-api.js';

let server: DomainServer;
let provider: OAuth2Server;
/** Whom the provider confirms, and where it has sent browsers. */
let claims: Record<string, unknown> = {};
const sentTo: string[] = [];
test.before(async () => {
  if (!browserPath) return;
  server = await startDomainServer();
  provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.issuer.url = `http://127.0.0.1:${provider.address().port}`;
  provider.service.on(Events.BeforeTokenSigning, (token: MutableToken) => Object.assign(token.payload, claims));
  provider.service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
    sentTo.push(`${url.origin}${url.pathname}`);
  });
});
test.after.always(async () => {
  await provider?.stop();
  await server?.stop();
});

/** Fills in the form of a new connection. Returns the redirect URI that the page shows. */
async function addConnection(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Add a connection' }).click();
  await page.getByRole('link', { name: 'Choose Another provider' }).click();
  const redirectUri = await textOf(page, '#redirect-uri');
  await page.getByLabel('Name', { exact: true }).fill('Corp Login');
  await page.getByLabel('Issuer').fill('login.corp.test');
  await page.getByLabel('Client ID').fill('identity-server');
  await page.getByLabel('Client secret').fill('a secret of the provider');
  await press(page, 'Save and continue');
  await page.getByText('Enter the issuer as a full URL').first().waitFor();
  await page.getByLabel('Issuer').fill(String(provider.issuer.url));
  await page.getByLabel('Client secret').fill('a secret of the provider');
  await press(page, 'Save and continue');
  await page.getByText('The connection was saved. Now test it.').waitFor();
  return redirectUri;
}

browserTest('an owner connects a provider without scripts, and a new member signs in by it', async (t) => {
  const tenant = await freshTenant(server);
  const domain = freshDomain();
  const path = signOnPath(tenant);
  const page = await openAs(server, { email: tenant.owner.email, path, options: { javaScriptEnabled: false } });
  await addDomain(page, server.dns, domain);
  await page.goto(`${server.issuer}${path}`);
  const redirectUri = await addConnection(page);

  claims = { sub: 'it-person', email: `it@${domain}`, name: 'Ivy Torres' };
  await press(page, 'Test it');
  await page.getByText('The test was successful: the provider has confirmed a user').waitFor();
  t.deepEqual(sentTo, [redirectUri]);
  await activate(page, domain);

  claims = { sub: 'nina', email: `nina@${domain}`, name: 'Nina Nowak' };
  const member = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await member.goto(request.url.href);
  await member.getByLabel('Email').fill(`nina@${domain}`);
  await press(member, 'Continue');
  await member.waitForURL(atApplication);
  const userId = (await exchange(request, new URL(member.url()))).claims()?.sub;
  const joined = { tenantId: tenant.id, userId: String(userId), role: 'member', status: 'ACTIVE' } as const;
  t.is(await server.identity.db.membership.count({ where: joined }), 1);

  await page.reload();
  await page.getByText('A new account was created.').waitFor();
  await press(page, 'Disable');
  await press(page, 'Disable');
  await page.getByText('The connection is disabled.').waitFor();
  await press(page, 'Delete connection');
  await press(page, 'Delete connection');
  await page.getByText('The connection was deleted.').waitFor();
  t.is(await server.identity.db.connection.count({ where: { tenantId: tenant.id } }), 0);
});

browserTest('an active connection changes its provider only if the owner accepts the outage', async (t) => {
  const tenant = await freshTenant(server);
  const page = await openAs(server, { email: tenant.owner.email, path: signOnPath(tenant) });
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  await page.goto(`${server.issuer}${signOnPath(tenant)}/connections/${id}/settings`);
  const save = page.locator('form', { has: page.getByLabel('Client ID') }).getByRole('button', { name: 'Save' });
  await page.getByLabel('Client ID').fill('another-client');
  await page.getByLabel('Client secret').fill('another-secret');
  await save.click();
  await page.getByText('Confirm that the connection stops signing people in.').waitFor();
  const stored = () => server.identity.db.connection.findUniqueOrThrow({ where: { id } });
  t.like(await stored(), { status: 'ACTIVE', settings: { clientId: 'identity-server' } });
  t.is(await page.getByLabel('Client ID').inputValue(), 'another-client');
  await page.getByLabel('Stop sign-in with this connection').check();
  await page.getByLabel('Client secret').fill('another-secret');
  await save.click();
  await page.getByText('The changes were saved.').waitFor();
  t.like(await stored(), { status: 'DRAFT', settings: { clientId: 'another-client' } });
});

browserTest('the pages about connections look right, in both languages', async (t) => {
  const tenant = await freshTenant(server);
  const path = signOnPath(tenant);
  // Before there is an active connection: then the sign-in page asks only for the email first.
  const page = await openAs(server, { email: tenant.owner.email, path });
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'Northwind Traders' } });
  const name = (prefix: string) => `${prefix}-${tenant.slug}.test`;
  await db.domain.create({ data: { tenantId: tenant.id, domain: name('northwind'), status: 'LAPSED', proof: 'x' } });
  await db.domain.create({ data: { tenantId: tenant.id, domain: name('traders'), proof: 'x' } });
  for (const group of ['Sales', 'Support'])
    await db.group.create({ data: { tenantId: tenant.id, name: group, nameKey: group.toLowerCase() } });
  const draftId = await plantConnection(server, tenant.id);
  const activeId = await plantConnection(server, tenant.id, 'ACTIVE');
  const attempt = { connectionId: activeId, subject: '00u1a2b3c4d5e6f7g8h9', email: `kim@${name('northwind')}` };
  await db.connectionAttempt.createMany({
    data: [
      { ...attempt, result: 'SIGNED_IN', reason: 'created' },
      { ...attempt, result: 'REFUSED', reason: 'foreign_email' },
      { connectionId: activeId, result: 'REFUSED', reason: 'not_confirmed' },
    ],
  });
  const newId = '0192f3a4-5b6c-7d8e-9f00-112233445566';
  const show = async (below: string, picturedAs: string, heading: string) => {
    await page.goto(`${server.issuer}${path}${below}`);
    await picture(t, page, picturedAs, page.getByRole('heading', { name: heading }).first());
  };
  await show('', 'console-sign-on', 'Connections');
  await show('/add', 'console-add-connection', 'Add a connection');
  await show(`/add/entra/${newId}`, 'console-new-connection', 'Connect Microsoft Entra ID');
  await show(`/connections/${draftId}`, 'console-connection-draft', 'Next: test it');
  await page.locator('summary', { hasText: 'If the test fails' }).click();
  await picture(t, page, 'console-connection-help', page.getByText('character by character'));
  await show(`/connections/${activeId}`, 'console-connection', 'Recent sign-ins');
  await show(`/connections/${activeId}/settings`, 'console-connection-settings', 'Who signs in');
  const testedId = await plantConnection(server, tenant.id, 'TESTED');
  await show(`/connections/${testedId}`, 'console-connection-tested', 'Next: activate it');
  await press(page, 'Activate');
  await picture(t, page, 'console-activate-connection', page.getByText('From now on, people'));
  const verified = await db.domain.create({
    data: { tenantId: tenant.id, domain: name('fabrikam'), status: 'VERIFIED', proof: 'x' },
  });
  await show(`/domains/${verified.id}`, 'console-domain-verified', 'Next: connect your identity provider');
  await makeGerman(server, tenant.owner);
  await show('/add', 'german-console-add-connection', 'Verbindung hinzufügen');
  await show(`/add/okta/${newId}`, 'german-console-new-connection', 'Okta verbinden');
  await show(`/connections/${activeId}`, 'german-console-connection', 'Letzte Anmeldungen');
  await show(`/connections/${activeId}/settings`, 'german-console-connection-settings', 'Wer sich anmeldet');
});
