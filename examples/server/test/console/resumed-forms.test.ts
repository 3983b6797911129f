import test from 'ava';
import { ageSignIn, leaveUnused, outcomeIn } from '../support/console-pages.js';
import { textOf, visitAs } from '../support/console-visitors.js';
import { openPlatform } from '../support/platform-pages.js';
import { forgetLastCode, totp } from '../support/second-factor.js';
import { enterPassword } from '../support/sign-in.js';
import { freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

/** An owner whose sign-in is eleven minutes old, and the page with the policy of the tenant. */
async function scene() {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/security`;
  const visit = await visitAs(server, tenant, 'owner');
  const policy = async () =>
    (await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).mfaPolicy;
  const age = async () => {
    await ageSignIn(server, { userId: tenant.owner.userId });
    // The browser gets a cookie for the older sign-in.
    await visit.open(path);
  };
  return { tenant, path, visit, policy, age };
}
const kept = (userId: string) =>
  server.identity.db.oidcRecord.findMany({ where: { model: 'KeptForm', accountId: userId } });

test('a form sent eleven minutes after the sign-in arrives: the sign-in leads to what it would do', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const asked = await visit.browser.open(location ?? '');
  const confirm = await enterPassword(visit.browser, asked, tenant.owner.email);
  t.is(confirm.url.pathname, path);
  t.regex(confirm.html, /<h1>Require a second factor from everyone\?<\/h1>/u);
  t.is(await policy(), 'OPTIONAL');
  const done = await visit.browser.submit(confirm, {}, path);
  t.true(done.url.pathname.startsWith('/interaction/') || done.url.search === '?done=required', done.url.href);
  t.is(await policy(), 'REQUIRED');
});

/** The page that a kept form is continued on. */
const resumed = (location: string | null) => new URL(location ?? '', server.issuer).searchParams.get('state') ?? '';

test('what was confirmed already is shown again, and happens with a click only', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
  const confirm = await enterPassword(visit.browser, await visit.browser.open(location ?? ''), tenant.owner.email);
  t.regex(confirm.html, /<h1>Require a second factor from everyone\?<\/h1>/u);
  t.is(await policy(), 'OPTIONAL');
  t.deepEqual(await kept(tenant.owner.userId), []);
  await visit.browser.submit(confirm, {}, path);
  t.is(await policy(), 'REQUIRED');
});

test('a kept form is sealed, and is shown once', async (t) => {
  const { tenant, path, visit, age } = await scene();
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const [row] = await kept(tenant.owner.userId);
  t.true(row !== undefined && !JSON.stringify(row.payload).includes('REQUIRED'));
  t.true(Number(row?.expiresAt) <= Date.now() + 30 * 60_000);
  t.regex(resumed(location), new RegExp(`^${path}\\?resume=[\\w-]{32}$`, 'u'));
  const confirm = await enterPassword(visit.browser, await visit.browser.open(location ?? ''), tenant.owner.email);
  t.regex(confirm.html, /<h1>Require a second factor/u);
  const again = await visit.browser.open(resumed(location));
  t.notRegex(again.html, /<h1>Require a second factor/u);
});

test('a form that asks nothing is on its page again, with what was entered, and is not sent', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/directories`;
  const visit = await visitAs(server, tenant, 'owner');
  await ageSignIn(server, { userId: tenant.owner.userId });
  await visit.open(path);
  const { location } = await visit.post(path, { name: 'Our staff' });
  const page = await enterPassword(visit.browser, await visit.browser.open(location ?? ''), tenant.owner.email);
  const made = () => server.identity.db.directory.count({ where: { tenantId: tenant.id } });
  t.true(textOf(page.html).includes('Nothing has been saved yet'), page.html);
  t.regex(page.html, /value="Our staff"/u);
  t.is(await made(), 0);
  await visit.browser.submit(page, { name: 'Our staff' }, path);
  t.is(await made(), 1);
});

test('the link of a form that another browser of the same user has sent shows nothing and changes nothing', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
  const owner = await visitAs(server, tenant, 'owner');
  const page = await owner.browser.open(resumed(location));
  t.is(page.url.pathname, path);
  t.notRegex(page.html, /<h1>Require a second factor/u);
  t.is(await policy(), 'OPTIONAL');
});

test('a form is lost if the session has fewer factors or another origin than the one that sent it', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  const { db } = server.identity;
  const session = { accountId: tenant.owner.userId };
  const payloadOf = async () => (await db.oidcSession.findFirstOrThrow({ where: session })).payload as object;
  for (const [before, after] of [
    [{ amr: ['pwd', 'mfa'] }, { amr: ['pwd'] }],
    [{}, { via: tenant.id }],
  ]) {
    await age();
    await db.oidcSession.updateMany({ where: session, data: { payload: { ...(await payloadOf()), ...before } } });
    const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
    t.regex(resumed(location), /resume=/u);
    await db.oidcSession.updateMany({ where: session, data: { payload: { ...(await payloadOf()), ...after } } });
    const page = await visit.browser.open(resumed(location));
    t.notRegex(page.html, /<h1>Require a second factor/u, JSON.stringify(after));
    t.is(await policy(), 'OPTIONAL');
  }
});

test('it is of no use to somebody else, on another page, or after half an hour', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  const asked = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  await age();
  const keep = async () => {
    const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED', outcome: outcomeIn(asked) });
    return new URL(location ?? '', server.issuer).searchParams.get('state') ?? '';
  };
  const other = await visitAs(server, tenant, 'admin');
  await other.open(await keep());
  await visit.open((await keep()).replace('/security?', '/settings?'));
  const late = await keep();
  await server.identity.db.oidcRecord.updateMany({
    where: { model: 'KeptForm', accountId: tenant.owner.userId },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  await visit.open(late);
  t.is(await policy(), 'OPTIONAL');
});

test('a form from elsewhere is not kept', async (t) => {
  const { tenant, path, visit, age } = await scene();
  await age();
  await visit.browser.request(
    'POST',
    new URL(path, server.issuer),
    new URLSearchParams({ mfaPolicy: 'REQUIRED', formToken: 'guessed' }),
  );
  t.deepEqual(await kept(tenant.owner.userId), []);
});

test('of one user at most ten forms wait', async (t) => {
  const { tenant, path, visit, age } = await scene();
  await age();
  for (let count = 0; count < 13; count += 1) await visit.post(path, { mfaPolicy: 'REQUIRED' });
  t.is((await kept(tenant.owner.userId)).length, 10);
});

test('after a pause, an operator comes back to the same list with its filters', async (t) => {
  const operator = await openPlatform(server);
  await leaveUnused(server, operator);
  const asked = await operator.browser.open('/platform/people?search=ann&status=ACTIVE');
  t.true(asked.url.pathname.startsWith('/interaction/'));
  await forgetLastCode(server, operator.userId);
  const code = await enterPassword(operator.browser, asked, operator.email);
  const page = await operator.browser.submit(code, { code: totp(operator.secret) });
  t.is(page.url.pathname + page.url.search, '/platform/people?search=ann&status=ACTIVE');
  t.true(textOf(page.html).includes('People'));
});

test('the page of the sign-in says why, shows whom, and asks only for the password', async (t) => {
  const { tenant, path, visit, age } = await scene();
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const asked = await visit.browser.open(location ?? '');
  t.regex(asked.html, /<h1>Confirm it is you<\/h1>/u);
  const text = textOf(asked.html);
  t.true(text.includes('This change affects who can use the organization.'));
  t.true(text.includes(`You are signed in as ${tenant.owner.email} .`.replace(' .', '')), text);
  t.notRegex(asked.html, /type="email"/u);
  const wrong = await visit.browser.submit(asked, { password: 'not the password' });
  t.is(wrong.status, 401);
  t.regex(wrong.html, /<h1>Confirm it is you<\/h1>/u);
  t.true(textOf(wrong.html).includes('That password is not right. Try again.'));
});

test('another account can be used instead, and what was entered is not sent in its name', async (t) => {
  const { tenant, path, visit, age, policy } = await scene();
  const other = (await freshTenant(server)).owner;
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const asked = await visit.browser.open(location ?? '');
  const href = /href="([^"]+\/return\?other)"/u.exec(asked.html)?.[1] ?? '';
  const signIn = await visit.browser.open(href);
  t.regex(signIn.html, /<h1>Sign in<\/h1>/u);
  const page = await enterPassword(visit.browser, signIn, other.email);
  t.is(page.status, 404, 'the console of a tenant that is not theirs');
  t.is(await policy(), 'OPTIONAL');
  t.is((await kept(tenant.owner.userId)).length, 1);
});

test('it speaks German to readers of German', async (t) => {
  const { tenant, path, visit, age } = await scene();
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  await age();
  const { location } = await visit.post(path, { mfaPolicy: 'REQUIRED' });
  const asked = await visit.browser.open(location ?? '');
  t.regex(asked.html, /<h1>Bestätigen Sie, dass Sie es sind<\/h1>/u);
});
