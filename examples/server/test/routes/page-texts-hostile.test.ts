import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { holdSeat, type SeatScene, seatScene } from '../support/console-seats.js';
import { hostileTexts, slowness } from '../support/hostile-texts.js';
import { crawl, formsOn, type PageForm } from '../support/page-forms.js';
import { openPlatform } from '../support/platform-pages.js';
import { begin, enrol, twoFactors } from '../support/second-factor.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startAuthorization } from '../support/third-party.js';
import { addWebhook } from '../support/webhook-cases.js';

let server: TestServer;
let scene: SeatScene;
test.before(async () => {
  const limits = { interactions: { perNetwork: 1_000_000 } };
  const plugins = [users({ registration: 'open' }), tenants(), licensing(), webhooks()];
  server = await startTestServer({ plugins, limits });
  scene = await seatScene(server, 5);
  await holdSeat(server, scene, scene.member);
  await addMember(server, scene.tenantId, 'member', 'INVITED');
  await addWebhook(server, scene.tenantId);
  await addWebhook(server, null);
  const { tenantId, applicationId, licenseTypeId, admin } = scene;
  const asked = { tenantId, applicationId, userId: admin.userId };
  await server.identity.db.licenseRequest.create({ data: asked });
  await server.identity.db.licenseRule.create({ data: { tenantId, applicationId, licenseTypeId } });
});
test.after.always(() => server?.stop());
// The tests run one after the other: each measures the thread of the server.

// A form may have 100 KB, and Node.js accepts 16 KB of headers.
const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const inForm = hostileTexts(90_000, encode);
const inUrl = hostileTexts(12_000, encode);

/** Ids and the values of buttons are compared and looked up, so a few texts are enough for them. */
const few = 3;

/** Sends every hostile text in every field. Returns what was too slow or failed. */
async function attack(forms: readonly PageForm[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { browser, method, action, fields, written, kind } of forms) {
    for (const name of Object.keys(fields)) {
      const texts = method === 'post' ? inForm : inUrl;
      for (const { title, text } of written.has(name) ? texts : texts.slice(0, few)) {
        const body = new URLSearchParams({ ...fields, [name]: text });
        const url = method === 'post' ? action : new URL(`${action.pathname}?${body}`, action);
        let status = 0;
        const time = await slowness(async () => {
          const response = await browser.request(method.toUpperCase(), url, method === 'post' ? body : undefined);
          await response.text();
          ({ status } = response);
        });
        if (time !== undefined) wrong.push(`${kind} ${name}: ${title} took ${time} ms`);
        if (status >= 500 || status === 413 || status === 431) wrong.push(`${kind} ${name}: ${title}: ${status}`);
      }
    }
  }
  return wrong;
}

const namesIn = (forms: readonly PageForm[]) => new Set(forms.flatMap(({ fields }) => Object.keys(fields)));

async function signInPage(changes: Record<string, string> = {}) {
  const browser = new TestBrowser(server.issuer);
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  return { browser, page: await browser.open(url) };
}

test.serial('no text of 90 KB in a form of a sign-in keeps the server busy for a quarter of a second', async (t) => {
  const { browser, page } = await signInPage();
  const registering = await signInPage();
  const registration = await registering.browser.open(`${registering.page.url.pathname}/return?register`);
  const enrolled = await enrol(server, await addUser(server));
  const second = await begin(server, { email: enrolled.email, changes: { acr_values: twoFactors } });
  const first = await begin(server, { email: (await addUser(server)).email, changes: { acr_values: twoFactors } });
  const setUp = await first.browser.submit(first.page, {});
  const choosing = await begin(server, { email: 'owner@globex.test' });
  const consent = await startAuthorization(server, { email: scene.member.email, scope: 'openid profile' });
  const logout = await choosing.browser.open('/api/oauth/logout');
  const forms = [
    ...formsOn(browser, page),
    ...formsOn(registering.browser, registration),
    ...formsOn(second.browser, second.page),
    ...formsOn(first.browser, setUp),
    ...formsOn(choosing.browser, choosing.page),
    ...formsOn(consent.browser, consent.page),
    ...formsOn(choosing.browser, logout),
  ];
  for (const name of ['email', 'password', 'displayName', 'code', 'tenant', 'xsrf'])
    t.true(namesIn(forms).has(name), name);
  t.deepEqual(await attack(forms), []);
});

test.serial('no text of 90 KB in a form of a mailed link keeps the server busy for as long', async (t) => {
  const anyone = new TestBrowser(server.issuer);
  const token = await tokenOf(server.issuer, scene.owner.email);
  await send(server.issuer, 'POST', `/api/tenants/${scene.tenantId}/invitations`, token, { email: 'new@people.test' });
  const invitation = await server.mailbox.invitationSecret('new@people.test');
  const asking = await anyone.open('/password-reset');
  await anyone.submit(asking, { email: scene.admin.email });
  const reset = /\/password-reset\/[\w-]+/u.exec((await server.mailbox.mailTo(scene.admin.email)).text)?.[0];
  const registering = await signInPage();
  const registration = await registering.browser.open(`${registering.page.url.pathname}/return?register`);
  await registering.browser.submit(registration, { email: 'reg@people.test', password: 'violet harbor engine 77' });
  const finishing = /\/registration\/[\w-]+/u.exec((await server.mailbox.mailTo('reg@people.test')).text)?.[0];
  const paths = [`/invitations/${invitation}`, String(reset), String(finishing)];
  const pages = [asking, ...(await Promise.all(paths.map((path) => anyone.open(path))))];
  for (const page of pages) t.is(page.status, 200, page.url.href);
  const forms = pages.flatMap((page) => formsOn(anyone, page));
  for (const name of ['email', 'password', 'displayName']) t.true(namesIn(forms).has(name), name);
  t.deepEqual(await attack(forms), []);
});

test.serial('no text of 90 KB in a form of the account keeps the server busy for as long', async (t) => {
  const { email } = await addMember(server, scene.tenantId, 'member');
  const { browser } = await openAccount(server.issuer, email);
  const forms = await crawl(browser, '/account', ['/account']);
  for (const name of ['displayName', 'website', 'zoneinfo', 'email', 'currentPassword', 'note', 'formToken'])
    t.true(namesIn(forms).has(name), name);
  t.deepEqual(await attack(forms), []);
  t.is((await browser.open('/account')).url.pathname, '/account', 'the user is still signed in');
});

test.serial('the name of a browser that sends a hostile text as its name is found in no time', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser } = await openAccount(server.issuer, email);
  const { db } = server.identity;
  for (const word of ['Version/', 'Version/1 ', 'Safari/', 'Chrome', 'Mac OS '])
    for (const userAgent of [word.repeat(1500), `${word.repeat(60)}`]) {
      await db.oidcSession.updateMany({ where: { accountId: userId }, data: { userAgent } });
      t.is(await slowness(() => browser.open('/account/sessions')), undefined, word);
    }
});

test.serial('no text of 90 KB in a form of a tenant keeps the server busy for as long', async (t) => {
  const { browser } = await openAccount(server.issuer, scene.owner.email, { path: '/console' });
  const forms = await crawl(browser, '/console', ['/console']);
  const wanted = ['name', 'slug', 'startUrl', 'brandName', 'logoUrl', 'accentColor', 'emails', 'days', 'search', 'url'];
  for (const name of [...wanted, 'events', 'description', 'since', 'note', 'licenseTypeId', 'from'])
    t.true(namesIn(forms).has(name), name);
  t.deepEqual(await attack(forms), []);
  t.is((await browser.open(scene.base)).status, 200, 'the owner is still signed in, and the tenant is still there');
});

test.serial('no text of 90 KB in a form of the platform keeps the server busy for as long', async (t) => {
  const { browser } = await openPlatform(server);
  const forms = await crawl(browser, '/platform', ['/platform']);
  const wanted = ['id', 'name', 'redirectUris', 'origins', 'features', 'limits', 'quantity', 'search'];
  for (const name of wanted) t.true(namesIn(forms).has(name), name);
  t.deepEqual(await attack(forms), []);
  t.is((await browser.open('/platform')).url.pathname, '/platform', 'the operator is still signed in');
});
