import { TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { forgedResponses } from '../support/forged-responses.js';
import {
  accountsOf,
  beginLink,
  choose,
  isDone,
  isFailure,
  keyless,
  lines,
  linker,
  linkerId,
  linksOf,
  mailedLink,
  person,
  server,
  signInAs,
  upstream,
} from '../support/hostile-sso-tests.js';
import type { Forgery } from '../support/hostile-upstream.js';
import { buildRequest, call, configure, exchange } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

/** Asserts that a sign-in and a link with a forged response fail, and that a correct response works afterwards. */
async function isRefused(t: ExecutionContext, title: string, forgery: Forgery): Promise<void> {
  const account = person(title.toLowerCase().replaceAll(/[^\w]+/gu, '-'));
  const link = async () => linker.browser.open(await upstream.visit(await beginLink(linker), account, forgery));
  const [{ page: refused }, unlinked] = await Promise.all([signInAs(account, forgery), link()]);
  isFailure(t, refused);
  isFailure(t, unlinked);
  t.is(await accountsOf(account.email), 0);
  t.deepEqual(await linksOf(linkerId), []);
  const { page } = await signInAs(account);
  t.true(isDone(page));
  t.is(await accountsOf(account.email), 1);
}

// Serial, because each call to the provider has a timeout of five seconds, even on a busy machine.
for (const [title, forgery] of Object.entries(forgedResponses))
  test.serial(`${title}: nobody is signed in, nothing is linked, and the honest answer works`, (t) =>
    isRefused(t, title, forgery),
  );

test('a token endpoint that never answers is waited for no longer than five seconds', (t) =>
  isRefused(t, 'never answers', { silent: true }));

test.serial('a provider whose discovery names another issuer is not gone to', async (t) => {
  isFailure(t, (await choose('LIAR')).gone, 503);
});

test.serial('without the provider’s keys nobody is signed in', async (t) => {
  const { browser, gone } = await choose('KEYLESS');
  isFailure(t, await browser.open(await keyless.visit(gone.url, person('keyless'))));
  t.is(await accountsOf('keyless@forged.test'), 0);
});

for (const [title, email] of [
  ['no address', 'nobody at all'],
  ['a list of addresses', 'one@forged.test, two@forged.test'],
  ['10,000 characters', `${'a'.repeat(10_000)}@forged.test`],
  ['a script', '<script>alert(1)</script>@forged.test'],
  ['U+0000', 'nul\u0000@forged.test'],
  ['an object', { address: 'object@forged.test' }],
] as const)
  test.serial(`an email that is ${title} makes no account`, async (t) => {
    const { page } = await signInAs({ sub: `email-${title}` }, { claims: { email, email_verified: true } });
    isFailure(t, page, 422);
    t.is(await server.identity.db.ssoLink.count({ where: { subject: `email-${title}` } }), 0);
  });

for (const value of ['true', 1, 'yes', [true], { verified: true }])
  test.serial(`email_verified ${JSON.stringify(value)} makes no account`, async (t) => {
    const account = { ...person(`verified-${typeof value}-${JSON.stringify(value).length}`), email_verified: value };
    const { page } = await signInAs(account);
    t.is(page.status, 200);
    t.regex(page.html, /Is this your email address/u);
    t.is(await accountsOf(account.email), 0);
  });

test.serial(
  'what userinfo says never overrides the ID token, nor proves an address that it does not name itself',
  async (t) => {
    const { email } = person('told-by-token');
    const lies = { email: 'told-by-userinfo@forged.test', email_verified: true };
    await signInAs({ ...person('told-by-token'), email_verified: false }, { userinfo: lies });
    t.is((await accountsOf(email)) + (await accountsOf(lies.email)), 0);
    const { page } = await signInAs(person('mixed'), {
      claims: { email: undefined, email_verified: true },
      userinfo: { email: 'mixed@forged.test' },
    });
    t.regex(page.html, /Is this your email address/u);
    t.is(await accountsOf('mixed@forged.test'), 0);
    const honest = { claims: { email: undefined, email_verified: undefined }, userinfo: person('by-userinfo') };
    t.true(isDone((await signInAs(person('by-userinfo'), honest)).page));
  },
);

test.serial('a script as a name is text, and as a picture is nothing', async (t) => {
  const claims = { name: '<script>alert(1)</script>', picture: 'javascript:alert(1)', locale: 'no language' };
  const visit = await signInAs(person('scripted'), { claims });
  const { access_token: token } = await exchange(visit.request, visit.page.url);
  const { body } = await call(server.issuer, '/api/users/me/sso', token);
  const [link] = body['links'] as Record<string, unknown>[];
  t.like(link, { displayName: claims.name, avatarUrl: null });
  const partner = await buildRequest(await configure(server.issuer, 'demo-partner'));
  const consent = await visit.browser.open(partner.url);
  t.is(consent.status, 200);
  t.false(consent.html.includes('<script'), consent.html);
});

test.serial('names and pictures that cannot be stored are left out', async (t) => {
  const claims = { name: 'Nul\u0000', given_name: 'g'.repeat(10_000), picture: 'https://pictures.test/\u0000' };
  t.true(isDone((await signInAs(person('unstorable'), { claims })).page));
  const user = await server.identity.db.user.findUniqueOrThrow({
    where: { normalizedEmail: 'unstorable@forged.test' },
  });
  t.like(user, { displayName: null, givenName: null });
  t.like((await linksOf(user.id))[0], { displayName: null, avatarUrl: null });
});

test.serial('state, code, cookie, link and mailed proof are in no log line and not in the database', async (t) => {
  const visit = await choose();
  const account = { ...person('secretive'), email_verified: false };
  const callback = await upstream.visit(visit.gone.url, account);
  const cookie = Object.entries(visit.browser.cookies()).find(([name]) => name.includes('identity-sso-'))?.[1] ?? '';
  const asked = await visit.browser.open(callback);
  await visit.browser.submit(asked, { proof: 'mail' });
  const proof = (await mailedLink(account.email)).searchParams.get('proof') ?? '';
  await visit.browser.open(callback);
  const forged = await choose();
  await forged.browser.open(await upstream.visit(forged.gone.url, account, { claims: { nonce: 'another' } }));
  const body = { provider: 'GOOGLE' };
  const start = await send(server.issuer, 'POST', '/api/users/me/sso/link', linker.tokens.access_token, body);
  const link = String(start.body['url']).split('/').at(-1) ?? '';
  const { state, code, nonce } = {
    ...Object.fromEntries(visit.gone.url.searchParams),
    ...Object.fromEntries(callback.searchParams),
  };
  const tables = await server.identity.db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`;
  const rows = await Promise.all(
    tables.map(({ name }) => server.identity.db.$queryRawUnsafe(`SELECT t::text AS row FROM identity."${name}" t`)),
  );
  const kept = `${JSON.stringify(rows)}${lines.join('\n')}`;
  t.true(kept.includes('secretive@forged.test'), 'the rows were read');
  t.true(
    lines.some((line) => line.includes('sign-in provider refused')),
    'the lines were read',
  );
  for (const secret of [state, code, nonce, cookie, proof, link]) {
    t.true(String(secret).length > 20);
    t.false(kept.includes(String(secret)));
    t.false(kept.includes(Buffer.from(String(secret)).toString('hex')));
  }
});

test.serial('the pages carry the headers of every page', async (t) => {
  const failed = await new TestBrowser(server.issuer).open('/sso/google/callback?state=none');
  const asked = (await signInAs({ ...person('headers'), email_verified: false })).page;
  const link = await new TestBrowser(server.issuer).open('/sso/link/nothing');
  for (const { headers, status } of [failed, asked, link]) {
    t.true(status < 500);
    t.regex(String(headers.get('content-security-policy')), /frame-ancestors 'none'/u);
    t.is(headers.get('cache-control'), 'no-store');
    t.is(headers.get('referrer-policy'), 'no-referrer');
    t.is(headers.get('x-content-type-options'), 'nosniff');
  }
});
