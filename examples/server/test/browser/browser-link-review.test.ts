import { google, licensing, microsoft, tenants, users } from '@org/identity-server';
import test from 'ava';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, enterPassword, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const newPassword = 'a few unusual words';

let server: TestServer;
test.before(async () => {
  if (!browserPath) return;
  const provider = { issuer: 'https://sso.test', clientId: 'x', clientSecret: 'y' };
  const sso = [google(provider), microsoft(provider)];
  server = await startTestServer({ plugins: [users({ sso }), tenants(), licensing()] });
});
test.after.always(() => server?.stop());

async function linkedUser(email: string): Promise<string> {
  const { db } = server.identity;
  const { userId } = await addUser(server, email);
  for (const [provider, displayName, account] of [
    ['GOOGLE', 'Lena Linked', email],
    ['MICROSOFT', null, 'somebody.else@elsewhere.test'],
  ] as const) {
    const link = { provider, issuer: 'https://sso.test', subject: userId, email: account, displayName };
    await db.ssoLink.create({ data: { userId, ...link } });
  }
  return userId;
}

browserTest('linked providers are looked through after a reset', async (t) => {
  const email = 'lena@people.test';
  const userId = await linkedUser(email);
  const page = await openPage();
  await page.goto(`${server.issuer}/password-reset`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const { text } = await server.mailbox.mailTo(email);
  await page.goto(String(/http\S+\/password-reset\/[\w-]+/u.exec(text)?.[0]));
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await picture(t, page, 'links-after-reset', page.getByRole('button', { name: 'Remove Microsoft' }));
  await page.getByRole('button', { name: 'Remove Microsoft' }).click();
  await page.getByRole('button', { name: 'Remove Microsoft' }).waitFor({ state: 'detached' });
  t.is(await server.identity.db.ssoLink.count({ where: { userId } }), 1);
});

for (const [title, language, scripts, names] of [
  ['in English', 'en', true, { remove: 'Remove Microsoft', goOn: 'Continue' }],
  ['in German', 'de', true, { remove: 'Entfernen Microsoft', goOn: 'Weiter' }],
  ['without a script', 'en', false, { remove: 'Remove Microsoft', goOn: 'Continue' }],
] as const)
  browserTest(`linked providers are looked through within the next sign-in, ${title}`, async (t) => {
    const email = `leo-${language}-${scripts}@people.test`;
    const userId = await linkedUser(email);
    await server.identity.db.user.update({ where: { id: userId }, data: { linksToReview: true, locale: language } });
    const page = await openPage({ javaScriptEnabled: scripts });
    await page.goto((await buildRequest(await configure(server.issuer, 'demo-web'))).url.href);
    await enterPassword(page, email);
    if (scripts)
      await picture(
        t,
        page,
        language === 'en' ? 'links-review' : 'links-review-german',
        page.getByRole('button', { name: names.goOn }),
      );
    await page.getByRole('button', { name: names.remove }).click();
    await page.getByRole('button', { name: names.remove }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: names.goOn }).click();
    await page.waitForURL(atApplication);
    t.truthy(new URL(page.url()).searchParams.get('code'));
  });
