import {
  browserTest,
  complaints,
  enterPassword,
  openPage,
  sites,
} from '@org/identity-example-server/test/browser-tests';
import { startTestServer, type TestServer } from '@org/identity-example-server/test/test-server';
import test from 'ava';
import { pageOf } from './support/page.js';
import { demoOrigin } from './support/recipe.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

browserTest(
  'oidc-client-ts with the demo client signs in, renews by refresh token, revokes and signs out',
  async (t) => {
    sites.set(new URL(demoOrigin).host, await pageOf(server.issuer));
    const page = await openPage();
    const found = complaints(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.install();
    await page.goto(demoOrigin);
    await page.getByRole('heading', { name: 'Nobody' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').waitFor();
    t.true(requests.some((url) => url.startsWith(`${server.issuer}/oauth/authorize`) && url.includes('nonce=')));
    await enterPassword(page, 'owner@acme.test');
    await page.getByRole('heading', { name: 'Olivia Owner, owner@acme.test' }).waitFor();
    t.is(page.url(), `${demoOrigin}/`);

    const shown = page.locator('output');
    const first = await shown.textContent();
    const used = { kind: 'RefreshToken', consumedAt: { not: null } };
    t.is(await server.identity.db.oidcToken.count({ where: used }), 0);
    // An access token lives for 15 minutes; the library renews it a minute earlier.
    await page.clock.fastForward('14:30');
    await page.waitForFunction((token) => document.querySelector('output')?.textContent !== token, first);
    t.is(await server.identity.db.oidcToken.count({ where: used }), 1);
    t.false(requests.some((url) => url.includes('prompt=none')));
    const userinfo = await fetch(`${server.issuer}/api/oauth/userinfo`, {
      headers: { authorization: `Bearer ${await shown.textContent()}` },
    });
    t.is(userinfo.status, 200);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${demoOrigin}/logged-out**`);
    t.is(requests.filter((url) => url === `${server.issuer}/api/oauth/revoke`).length, 2);
    t.is(await server.identity.db.oidcToken.count({ where: { grant: { revokedAt: null } } }), 0);
    await page.getByRole('heading', { name: 'Nobody' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
    t.deepEqual(found, []);
  },
);
