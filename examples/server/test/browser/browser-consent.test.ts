import { apiScopes } from '@org/identity-core';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, complaints, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure, exchange, secretOf } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, oidcScopes } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

for (const [name, locale, words] of [
  ['consent-all-scopes', 'en-GB', { email: 'Email', password: 'Password', signIn: 'Sign in', allow: 'Allow' }],
  [
    'german-consent-all-scopes',
    'de-DE',
    { email: 'E-Mail-Adresse', password: 'Passwort', signIn: 'Anmelden', allow: 'Erlauben' },
  ],
] as const) {
  browserTest(`the consent page fits its window with all ten scopes, and can be allowed: ${locale}`, async (t) => {
    const clientId = await addClient(server, { scopes: [...apiScopes] });
    const { email } = await addUser(server);
    const config = await configure(server.issuer, clientId, client.ClientSecretBasic(secretOf('demo-partner')));
    const scope = [...oidcScopes, ...apiScopes].join(' ');
    const request = await buildRequest(config, { scope });
    const page = await openPage({ locale });
    const found = complaints(page);
    await page.goto(request.url.href);
    await page.getByLabel(words.email).fill(email);
    await page.getByLabel(words.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: words.signIn, exact: true }).click();
    const allow = page.getByRole('button', { name: words.allow });
    await picture(t, page, name, allow);
    t.is(await page.getByRole('listitem').count(), 10);
    await allow.click();
    await page.waitForURL(atApplication);
    t.deepEqual((await exchange(request, new URL(page.url()))).scope?.split(' ').sort(), scope.split(' ').sort());
    t.deepEqual(found, []);
  });
}
