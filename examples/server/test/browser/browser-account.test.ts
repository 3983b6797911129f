import { randomUUID } from 'node:crypto';
import { google, tenants, users } from '@org/identity-server';
import test from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import { browserTest, enterPassword, openPage, signOutOf } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (!browserPath) return;
  const sso = [google({ issuer: 'http://127.0.0.1:9', clientId: 'nobody', clientSecret: 'is asked' })];
  server = await startTestServer({ plugins: [users({ sso }), tenants()] });
});
test.after.always(() => server?.stop());

async function openAccount(email: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`${server.issuer}/account`);
  await enterPassword(page, email);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  return page;
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name }).click();

browserTest(
  'a person changes name and password and ends the other browser, all by clicking, without scripts',
  async (t) => {
    const { email, userId } = await addUser(server);
    const [here, there] = [await openAccount(email, { javaScriptEnabled: false }), await openAccount(email)];
    await go(here, 'Profile');
    await here.getByLabel('Name', { exact: true }).fill('Ann Other');
    await here.getByRole('button', { name: 'Save' }).click();
    await here.getByText('Your profile was saved').waitFor();
    t.is((await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } })).displayName, 'Ann Other');

    await go(here, 'Sessions');
    const other = here.getByRole('listitem').filter({ hasText: 'Last active' });
    await other.getByRole('button', { name: 'Sign out' }).click();
    await here.getByText('That session was signed out').waitFor();
    t.is(await here.getByText('This browser').count(), 1);
    await there.reload();
    await enterPassword(there, email);
    await there.getByRole('heading', { name: 'Your account' }).waitFor();

    await go(here, 'Password');
    await here.getByLabel('Current password').fill(demoPassword);
    await here.getByLabel('New password').fill('a few unusual words 9');
    await here.getByRole('button', { name: 'Change password' }).click();
    await here.getByText('Your password was changed').waitFor();
    await go(there, 'Sessions');
    await there.getByLabel('Password').waitFor();
    await there.getByText('your account').waitFor();

    await signOutOf(here);
    await here.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await here.getByRole('link', { name: 'Sign in' }).click();
    await here.getByLabel('Password').waitFor();
  },
);

browserTest('the data of a person is downloaded by clicking', async (t) => {
  const page = await openAccount((await addUser(server)).email);
  await go(page, 'Your data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  t.is((await download).suggestedFilename(), 'personal-data.json');
});

const pages = [
  ['Overview', 'account'],
  ['Profile', 'account-profile'],
  ['Email address', 'account-email'],
  ['Password', 'account-password'],
  ['Linked accounts', 'account-providers'],
  ['Sessions', 'account-sessions'],
  ['Your data', 'account-export'],
  ['Delete account', 'account-delete'],
] as const;

browserTest('every page of the account fits its window, with long and strange names, too', async (t) => {
  const { email, userId } = await addUser(server, 'olivia@example.com');
  const { db } = server.identity;
  await db.user.update({ where: { id: userId }, data: { displayName: 'Olivia Owner', emailVerified: false } });
  const tenant = await db.tenant.create({ data: { name: 'Umbrella Ltd.', slug: 'umbrella' } });
  await db.membership.create({ data: { tenantId: tenant.id, userId, role: 'member', status: 'ACTIVE' } });
  const links = { provider: 'GOOGLE', issuer: 'http://127.0.0.1:9', subject: 'olivia', email, displayName: 'Olivia' };
  await db.ssoLink.create({ data: { userId, ...links } });
  await openAccount(email);
  const page = await openAccount(email);
  for (const [link, name] of pages) {
    await go(page, link);
    await picture(t, page, name, page.locator(`nav a[aria-current=page]:text-is("${link}")`));
  }
  const long = `${'long'.repeat(14)}.${email}`;
  const strange = { displayName: 'Olivia \u202eOwner', email: long, normalizedEmail: long };
  await db.user.update({ where: { id: userId }, data: strange });
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'W'.repeat(100) } });
  await db.ssoLink.updateMany({ where: { userId }, data: { email: long, displayName: 'W'.repeat(100) } });
  for (const path of ['', '/profile', '/email', '/providers', '/delete']) {
    await page.goto(`${server.issuer}/account${path}`);
    await picture(t, page, `account-long${path.replace('/', '-')}`, page.locator('nav a[aria-current=page]'));
  }
  await page.getByLabel('Your password').fill('wrong');
  await page.getByLabel('Type DELETE').fill('DELETE');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await picture(t, page, 'account-delete-refused', page.locator('.field-error'));
  await signOutOf(page);
  await picture(t, page, 'account-signed-out', page.getByRole('heading', { name: 'You are signed out' }));
});

browserTest('every page of an account without a name, a tenant or a linked account can be read', async (t) => {
  const { email, userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { displayName: null } });
  const page = await openAccount(email);
  for (const [link, name] of pages) {
    await go(page, link);
    await picture(t, page, `${name}-empty`, page.locator(`nav a[aria-current=page]:text-is("${link}")`));
  }
});

const names = [
  'Gesellschaft für Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter KG',
  'شركة الخليج العربي للصناعات الكيماوية والبترولية والخدمات اللوجستية المتكاملة',
  '東京特許許可局国際共同研究開発機構先端科学技術総合研究センター第一研究部門',
];
for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const) {
  browserTest(`the overview shows three tenants with long names readably on ${device}`, async (t) => {
    const email = `${randomUUID().slice(0, 8)}.very.long.mailbox.name.${'x'.repeat(24)}@department.example-company.people.test`;
    const { userId } = await addUser(server);
    const { db } = server.identity;
    await db.user.update({ where: { id: userId }, data: { email, normalizedEmail: email } });
    for (const name of names) {
      const slug = `long-${randomUUID().slice(0, 13)}`;
      await db.tenant.create({ data: { name, slug, memberships: { create: { userId, role: 'owner' } } } });
    }
    const page = await openAccount(email, { viewport });
    const boxes = await page.locator('.facts > *').evaluateAll((elements) =>
      elements.map((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const cut = element.scrollWidth > element.clientWidth;
        return { tag: element.tagName, text: element.textContent, left, right, top, bottom, width, cut };
      }),
    );
    t.is(boxes.filter(({ tag }) => tag === 'DD').length, 6);
    for (const box of boxes) {
      t.false(box.cut, `"${box.text}" is cut`);
      t.true(box.right <= viewport.width, `"${box.text}" leaves the window`);
      // A value has room for a dozen letters per line.
      if (box.tag === 'DD') t.true(box.width > 160, `"${box.text}" is ${box.width} wide`);
      for (const other of boxes) {
        if (other === box) continue;
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        t.true(apart, `"${box.text}" overlaps "${other.text}"`);
      }
    }
  });
}
