import { google, licensing, microsoft, tenants, users } from '@org/identity-server';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, enterPassword, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';

const newPassword = 'a few unusual words';

let server: TestServer;
/** A server with providers that no test signs in with: the accounts are already linked to them. */
let reviewing: TestServer;
let upstream: Upstream;
test.before(async () => {
  if (!browserPath) return;
  upstream = await startUpstream();
  const other = { ...google(upstream), id: 'MICROSOFT', name: 'Microsoft', issuer: 'http://127.0.0.1:9' };
  server = await startTestServer({ plugins: [users({ sso: [google(upstream), other] }), tenants()] });
  const provider = { issuer: 'https://sso.test', clientId: 'x', clientSecret: 'y' };
  const sso = [google(provider), microsoft(provider)];
  reviewing = await startTestServer({ plugins: [users({ sso }), tenants(), licensing()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await reviewing?.stop();
  await upstream?.stop();
});

browserTest('somebody signs in with another provider, and proves once that the account is theirs', async (t) => {
  const { userId, email } = await addUser(server, 'olivia@example.com');
  upstream.receive({ sub: 'olivia', email, email_verified: true, name: 'Olivia' });
  const page = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  await picture(t, page, 'sso-sign-in', page.getByLabel('Password'));

  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await picture(t, page, 'sso-failed', page.getByText('Microsoft cannot be reached'));
  await page.getByRole('link', { name: 'Back to sign-in' }).click();

  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await picture(t, page, 'sso-prove', page.getByRole('heading', { name: 'Is this your email address?' }));
  await page.getByRole('button', { name: 'Get an email instead' }).click();
  await picture(t, page, 'sso-mail', page.getByRole('heading', { name: 'Check your email' }));
  const { text } = await server.mailbox.mailTo(email);
  await page.goto(/http\S+return\?\S+/u.exec(text)?.[0] ?? '');
  await picture(t, page, 'sso-confirm', page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(atApplication);
  t.is((await exchange(request, new URL(page.url()))).claims()?.sub, userId);
});

browserTest('a wrong password at the proof says so, and the right one signs in', async (t) => {
  const { userId, email } = await addUser(server, 'paul@sso.test');
  upstream.receive({ sub: 'paul', email, email_verified: true });
  const page = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Password of your account here').fill('not the password');
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Password of your account here').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  await page.waitForURL(atApplication);
  t.is((await exchange(request, new URL(page.url()))).claims()?.sub, userId);
});

async function linkedUser(email: string): Promise<string> {
  const { db } = reviewing.identity;
  const { userId } = await addUser(reviewing, email);
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
  await page.goto(`${reviewing.issuer}/password-reset`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const { text } = await reviewing.mailbox.mailTo(email);
  await page.goto(String(/http\S+\/password-reset\/[\w-]+/u.exec(text)?.[0]));
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await picture(t, page, 'links-after-reset', page.getByRole('button', { name: 'Remove Microsoft' }));
  await page.getByRole('button', { name: 'Remove Microsoft' }).click();
  await page.getByRole('button', { name: 'Remove Microsoft' }).waitFor({ state: 'detached' });
  t.is(await reviewing.identity.db.ssoLink.count({ where: { userId } }), 1);
});

for (const [title, language, scripts, names] of [
  ['in English', 'en', true, { remove: 'Remove Microsoft', goOn: 'Continue' }],
  ['in German', 'de', true, { remove: 'Entfernen Microsoft', goOn: 'Weiter' }],
  ['without a script', 'en', false, { remove: 'Remove Microsoft', goOn: 'Continue' }],
] as const)
  browserTest(`linked providers are looked through within the next sign-in, ${title}`, async (t) => {
    const email = `leo-${language}-${scripts}@people.test`;
    const userId = await linkedUser(email);
    await reviewing.identity.db.user.update({ where: { id: userId }, data: { linksToReview: true, locale: language } });
    const page = await openPage({ javaScriptEnabled: scripts });
    await page.goto((await buildRequest(await configure(reviewing.issuer, 'demo-web'))).url.href);
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
