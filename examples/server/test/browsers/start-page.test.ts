import { createHash } from 'node:crypto';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { send } from '@org/identity-testing/send';
import test, { type ExecutionContext } from 'ava';
import { demoData, demoPassword } from '../../src/demo-data.js';
import { browserTest, complaints, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { startExample } from '../support/start-example.js';

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function emptyDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  return database.url;
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' });

test('in development the start page leads to account, API reference, mailbox and guides, and names the demo users', async (t) => {
  const url = await startExample(t);
  const response = await get(`${url}/`, { accept: browserAccept });
  t.is(response.status, 200);
  const html = await response.text();
  const links = [...html.matchAll(/<a href="([^"]+)"/gu)].map(([, href]) => String(href));
  t.deepEqual(links, [
    '/console',
    '/account',
    '/docs',
    '/.well-known/openid-configuration',
    '/dev/mail',
    '/guides/guides/client-libraries.md',
    '/guides/guides/api.md',
    '/guides/guides/look.md',
    '/guides/operations/operating.md',
    '/guides/README.md',
  ]);
  for (const link of links)
    t.true([200, 303].includes((await get(url + link, { accept: browserAccept })).status), link);
  t.true(html.includes(demoPassword));
  for (const { email } of demoData.users) t.true(html.includes(email), email);
  const signInPage = await get(`${url}/password-reset`, { accept: browserAccept });
  for (const header of ['x-frame-options', 'referrer-policy', 'cache-control', 'permissions-policy'])
    t.is(response.headers.get(header), signInPage.headers.get(header), header);
  const [script = '', ...others] = [...html.matchAll(/<script>([^<]*)<\/script>/gu)].map(([, text = '']) => text);
  t.deepEqual(others, []);
  const policy = response.headers.get('content-security-policy') ?? '';
  t.true(policy.endsWith(`; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`), policy);
  t.notRegex(policy, /unsafe/u);
  const german = await (await get(`${url}/`, { accept: browserAccept, 'accept-language': 'de-AT' })).text();
  t.regex(german, /<html lang="de">/u);
  t.regex(german, /Nächste Schritte/u);
  t.is((await get(`${url}/`, { accept: 'application/json' })).status, 404);
});

test('in production the start page names no demo user, no password and no mailbox', async (t) => {
  const url = await startExample(t, {
    NODE_ENV: 'production',
    ALLOW_HTTP_ISSUER: 'true',
    DATABASE_URL: await emptyDatabase(t),
  });
  const html = await (await get(`${url}/`, { accept: browserAccept })).text();
  t.regex(html, /href="\/account"/u);
  t.notRegex(html, /dev\/mail|example\.test|acme|\/guides\/|\/platform|<script/u);
  t.false(html.includes(demoPassword));
});

test('under a name that is not loopback the start page names no demo user and no mailbox', async (t) => {
  const url = await startExample(t);
  const { body } = await send(Number(new URL(url).port), {
    target: '/',
    headers: { host: 'evil.example', accept: 'text/html' },
  });
  t.regex(body, /href="\/account"/u);
  t.notRegex(body, /dev\/mail|acme|\/guides\//u);
  t.false(body.includes(demoPassword));
});

test('an unknown path is a page with a way home for browsers, JSON for programs, always with status 404', async (t) => {
  const url = await startExample(t);
  for (const path of ['/nothing', '/account/nothing', '/nothing.json', '/api']) {
    const page = await get(url + path, { accept: browserAccept });
    t.is(page.status, 404, path);
    t.regex(page.headers.get('content-type') ?? '', /^text\/html/u, path);
    t.regex(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/u);
    t.regex(page.headers.get('vary') ?? '', /Accept/u);
    t.true((await page.text()).includes(`href="${url}/"`), path);
    const german = await get(url + path, { accept: browserAccept, 'accept-language': 'de' });
    t.regex(await german.text(), /Seite nicht gefunden/u);
  }
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/avif,*/*', '']) {
    const response = await get(`${url}/nothing`, { accept });
    t.is(response.status, 404);
    t.is(((await response.json()) as { error: string }).error, 'NOT_FOUND', accept);
  }
});

test('a path of the API is JSON for browsers as well', async (t) => {
  const url = await startExample(t);
  for (const path of ['/api/nothing', '/api/users/me/nothing', '/api/tenants/x/y/z', '/api/oauth/nothing']) {
    const response = await get(url + path, { accept: browserAccept });
    t.is(response.status, 404, path);
    t.is(((await response.json()) as { error: string }).error, 'NOT_FOUND', path);
  }
});

browserTest('the start page and the page of an unknown path can be looked at by everybody', async (t) => {
  const url = await startExample(t);
  for (const [locale, language] of [
    ['en-GB', ''],
    ['de-DE', '-de'],
  ] as const) {
    const page = await openPage({ locale });
    const found = complaints(page);
    await page.goto(`${url}/`);
    await picture(t, page, `start${language}`, page.getByText('owner@globex.test'));
    t.deepEqual(found, []);
    await page.goto(`${url}/nothing`);
    await picture(t, page, `not-found${language}`, page.getByText('not_found'));
  }
});

browserTest('a demo user is copied with one click, and everything fits on one screen', async (t) => {
  const url = await startExample(t);
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await openPage({ locale, viewport: { width: 1280, height: 800 } });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    await page.goto(`${url}/`);
    t.true((await page.evaluate<number>('document.documentElement.scrollHeight')) <= 800, locale);
    const button = page.getByRole('listitem').filter({ hasText: 'admin@acme.test' }).getByRole('button');
    await button.click();
    await page.getByText(locale === 'de-DE' ? 'Kopiert' : 'Copied', { exact: true }).waitFor();
    t.is(await page.evaluate<string>('navigator.clipboard.readText()'), 'admin@acme.test');
  }
});

browserTest('without a script there are no copy buttons, and the demo users can be read', async (t) => {
  const url = await startExample(t);
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${url}/`);
  t.is(await page.locator('button:visible').count(), 0);
  t.true(await page.getByText('owner@globex.test').isVisible());
});

browserTest('the guides can be read on every screen', async (t) => {
  const url = await startExample(t);
  const page = await openPage({});
  const found = complaints(page);
  await page.goto(`${url}/`);
  await page.getByRole('link', { name: 'Try the API' }).click();
  await picture(t, page, 'guide', page.getByRole('heading', { name: 'The API in five minutes' }));
  t.deepEqual(found, []);
});
