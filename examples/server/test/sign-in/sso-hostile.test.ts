import { google, licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import { forgedAnswers } from '../support/forged-answers.js';
import { type Forgery, type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { logLines } from '../support/log-lines.js';
import { buildRequest, call, configure, exchange, type SignedIn, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { type Page, TestBrowser } from '../support/test-browser.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const { logger, lines } = logLines();
let server: TestServer;
let upstream: HostileUpstream;
let liar: HostileUpstream;
let keyless: HostileUpstream;
let linker: SignedIn;
let linkerId: string;
test.before(async () => {
  upstream = await startHostileUpstream();
  liar = await startHostileUpstream({ names: 'https://accounts.example.test' });
  keyless = await startHostileUpstream({
    intercept: (request, response) => {
      if (request.url === '/jwks') response.destroy();
      return request.url === '/jwks';
    },
  });
  const others = [
    { ...google(liar), id: 'LIAR', name: 'Liar' },
    { ...google(keyless), id: 'KEYLESS', name: 'Keyless' },
  ];
  server = await startTestServer({
    logger,
    plugins: [users({ sso: [google(upstream), ...others] }), tenants(), licensing()],
  });
  const { userId, email } = await addUser(server);
  linkerId = userId;
  linker = await signIn(server.issuer, { email });
});
test.after.always(async () => {
  await server?.stop();
  await Promise.all([upstream, liar, keyless].map((each) => each?.stop()));
});

const person = (name: string) => ({
  sub: `subject-of-${name}`,
  email: `${name}@forged.test`,
  email_verified: true as unknown,
  name,
});
type Person = ReturnType<typeof person>;

/** Chooses a provider on the sign-in page. */
async function choose(provider = 'GOOGLE', browser = new TestBrowser(server.issuer)) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const shown = await browser.open(request.url);
  const gone = await browser.submit(shown, { provider });
  return { request, browser, shown, gone };
}

async function signInAs(account: Partial<Person>, forgery?: Forgery, browser?: TestBrowser) {
  const { request, browser: used, gone } = await choose('GOOGLE', browser);
  const page = await used.open(await upstream.visit(gone.url, account, forgery));
  return { request, browser: used, page };
}

/** Begins to link; resolves to the address at the other provider. */
async function beginLink({ tokens, browser }: SignedIn): Promise<URL> {
  const body = { provider: 'GOOGLE' };
  const start = await send(server.issuer, 'POST', '/api/users/me/sso/link', tokens.access_token, body);
  return (await browser.open(String(start.body['url']))).url;
}

const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');
const isFailure = (t: ExecutionContext, page: Page, status = 400) => {
  t.is(page.status, status, /<h1>.*/u.exec(page.html)?.[0]);
  t.regex(page.html, /<h1>Something went wrong<\/h1>/u);
};
const accountsOf = (email: string) => server.identity.db.user.count({ where: { normalizedEmail: email } });
/** What the log says of failures of ours. */
const failures = () => lines.filter((line) => / failed /u.test(line)).join('\n');
const linksOf = (userId: string) => server.identity.db.ssoLink.findMany({ where: { userId } });

// In turn: each visit has five seconds, also on a busy machine. The one that takes them waits beside the others.
/** Signs in and links with a forged answer, which must come to nothing, and then with an honest one. */
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

// In turn: each call to the provider has five seconds, also on a busy machine.
for (const [title, forgery] of Object.entries(forgedAnswers))
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

test.serial('begun as one person and finished as another: the answer of another attempt is refused', async (t) => {
  const [one, two] = [await choose(), await choose()];
  const first = await upstream.visit(one.gone.url, person('swapped-one'));
  const second = await upstream.visit(two.gone.url, person('swapped-two'));
  const swapped = new URL(first);
  swapped.searchParams.set('code', second.searchParams.get('code') ?? '');
  isFailure(t, await one.browser.open(swapped));
  isFailure(t, await one.browser.open(second));
  t.is((await accountsOf('swapped-one@forged.test')) + (await accountsOf('swapped-two@forged.test')), 0);
});

test.serial(
  'a link that is finished after its person signed out, or where somebody else signed in, links nothing',
  async (t) => {
    const mine = await addUser(server);
    const other = await addUser(server);
    const left = await signIn(server.issuer, { email: mine.email });
    const leftUrl = await beginLink(left);
    const after = new URLSearchParams({
      id_token_hint: String(left.tokens.id_token),
      post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
    });
    await left.browser.open(`${server.issuer}/api/oauth/logout?${after}`);
    isFailure(t, await left.browser.open(await upstream.visit(leftUrl, person('left'))), 403);

    const shared = await signIn(server.issuer, { email: mine.email });
    const sharedUrl = await beginLink(shared);
    await signIn(server.issuer, { email: other.email, browser: shared.browser, changes: { prompt: 'login' } });
    isFailure(t, await shared.browser.open(await upstream.visit(sharedUrl, person('left'))), 403);
    t.deepEqual([...(await linksOf(mine.userId)), ...(await linksOf(other.userId))], []);
  },
);

test.serial('what came of a visit goes on in its own sign-in and in no other of that browser', async (t) => {
  const first = await choose();
  const second = await choose('GOOGLE', first.browser);
  const callback = await upstream.visit(first.gone.url, person('wanderer'));
  const taken = await first.browser.request('GET', callback);
  const onward = new URL(taken.headers.get('location') ?? '', server.issuer);
  isFailure(t, await first.browser.open(`${second.shown.url.pathname}/return${onward.search}`));
  t.is(await accountsOf('wanderer@forged.test'), 0);
  t.true(isDone(await first.browser.open(onward)));
});

test.serial('20 callbacks of one visit at once are one answer, one account and one sign-in', async (t) => {
  const { browser, gone } = await choose();
  const account = person('twenty-callbacks');
  const callbacks = await Promise.all(Array.from({ length: 20 }, () => upstream.visit(gone.url, account)));
  const pages = await Promise.all(callbacks.map((callback) => browser.open(callback)));
  t.deepEqual(pages.filter(isDone).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is(await accountsOf(account.email), 1);
});

test.serial('20 links by one visit at once are one link, one event and one mail', async (t) => {
  const { userId, email } = await addUser(server);
  const session = await signIn(server.issuer, { email });
  const url = await beginLink(session);
  const callbacks = await Promise.all(Array.from({ length: 20 }, () => upstream.visit(url, person('twenty-links'))));
  const pages = await Promise.all(callbacks.map((callback) => session.browser.open(callback)));
  t.is(pages.filter(({ status }) => status === 200).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is((await linksOf(userId)).length, 1);
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'sso.linked' } }), 1);
});

test.serial('20 first sign-ins of one person at once make one account, and all of them are signed in', async (t) => {
  const account = person('twenty-tabs');
  const begun = await Promise.all(Array.from({ length: 20 }, () => choose()));
  const pages = await Promise.all(
    begun.map(async ({ browser, gone }) => browser.open(await upstream.visit(gone.url, account))),
  );
  t.is(await accountsOf(account.email), 1);
  t.is(pages.filter(isDone).length, 20, pages.map(({ status }) => status).join());
});

test.serial('20 returns of one visit at once are one sign-in and no failure of ours', async (t) => {
  const { browser, gone } = await choose();
  const account = person('twenty-returns');
  const taken = await browser.request('GET', await upstream.visit(gone.url, account));
  const onward = new URL(taken.headers.get('location') ?? '', server.issuer);
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.request('GET', onward)));
  t.is(answers.filter(({ status }) => status === 303).length, 1, answers.map(({ status }) => status).join());
  t.true(
    answers.every(({ status }) => status < 500),
    failures(),
  );
  t.is(await accountsOf(account.email), 1);
});

/** The address in the mail that proves an address. */
async function mailedLink(email: string): Promise<URL> {
  return new URL(/http\S+return\?\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '');
}

test.serial('20 proofs of one address at once link it once', async (t) => {
  const { userId, email } = await addUser(server, 'twenty-proofs@forged.test');
  await server.identity.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  const visit = await signInAs(person('twenty-proofs'));
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const shown = await visit.browser.open(await mailedLink(email));
  const pages = await Promise.all(Array.from({ length: 20 }, () => visit.browser.submit(shown, {})));
  t.is(pages.filter(isDone).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is((await linksOf(userId)).length, 1);
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'sso.linked' } }), 1);
});

test.serial('one visit sends one mail, however often it is asked for', async (t) => {
  const visit = await signInAs({ ...person('mailed-once'), email_verified: false });
  const asked = await Promise.all(Array.from({ length: 5 }, () => visit.browser.submit(visit.page, { proof: 'mail' })));
  t.true(asked.every(({ status }) => status === 200));
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink('mailed-once@forged.test')), {});
  t.true(isDone(done), 'and its link works');
  t.is(server.mailbox.all.filter(({ to }) => to === 'mailed-once@forged.test').length, 1);
});

test.serial('the proof goes to the account’s own address, not to one that only looks like it', async (t) => {
  const { userId, email } = await addUser(server, 'lookalike@forged.test');
  const wide = 'ｌookalike@forged.test';
  const visit = await signInAs({ ...person('lookalike'), email: wide });
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink(email)), {});
  t.true(isDone(done));
  t.is((await linksOf(userId)).length, 1);
  t.false(server.mailbox.all.some(({ to }) => to === wide));
});

test.serial('one address gets three mails in an hour, however many visits ask for them', async (t) => {
  for (const number of [1, 2, 3, 4]) {
    const visit = await signInAs({ ...person('flooded'), sub: `flood-${number}`, email_verified: false });
    t.is((await visit.browser.submit(visit.page, { proof: 'mail' })).status, 200);
  }
  await server.mailbox.mailTo('flooded@forged.test', 3);
  t.is(
    await server.identity.db.ssoAttempt.count({
      where: { identity: { path: ['email'], equals: 'flooded@forged.test' }, mailSecretHash: { not: null } },
    }),
    3,
  );
});

test.serial('a link to an account that is deleted signs nobody in', async (t) => {
  const account = person('deleted');
  t.true(isDone((await signInAs(account)).page));
  await server.identity.db.user.update({ where: { normalizedEmail: account.email }, data: { deletedAt: new Date() } });
  const { page } = await signInAs(account);
  t.false(isDone(page));
  t.true(page.status < 500);
  const renamed = await signInAs({ ...account, email: 'deleted-and-renamed@forged.test' });
  t.false(isDone(renamed.page), 'with another address neither');
  t.true(renamed.page.status < 500);
  t.is(await accountsOf('deleted-and-renamed@forged.test'), 0);
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
