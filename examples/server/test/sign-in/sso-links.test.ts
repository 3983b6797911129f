import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { call, exchange, type SignedIn, signIn } from '../support/sign-in.js';
import { linksOf, person, server, signInAs, subjectOf, upstream } from '../support/sso-tests.js';
import { addUser, machineTokenOf, send } from '../support/tenant-api.js';
import type { UpstreamAccount } from '../support/upstream.js';

/** Links Google to a signed-in user. Returns the last page. */
async function link(session: SignedIn, account: UpstreamAccount, body: object = {}) {
  const start = await send(server.issuer, 'POST', '/api/users/me/sso/link', session.tokens.access_token, {
    provider: 'GOOGLE',
    ...body,
  });
  const gone = await session.browser.open(String(start.body['url']));
  return {
    start,
    gone,
    page:
      gone.url.origin === upstream.issuer ? await session.browser.open(await upstream.visit(gone.url, account)) : gone,
  };
}

test.serial('a provider is linked, listed, used and unlinked', async (t) => {
  const { userId, email } = await addUser(server);
  const session = await signIn(server.issuer, { email });
  const token = session.tokens.access_token;
  const { start, page } = await link(session, person('lena'));
  t.is(start.status, 200);
  t.deepEqual(Object.keys(start.body), ['url']);
  t.is(page.status, 200);
  t.regex((await server.mailbox.mailTo(email)).text, /lena@sso\.test/u);
  const { body } = await call(server.issuer, '/api/users/me/sso', token);
  const [listed] = body['links'] as Record<string, unknown>[];
  t.deepEqual(Object.keys(listed ?? {}), ['provider', 'email', 'displayName', 'avatarUrl', 'linkedAt', 'lastUsedAt']);
  t.like(listed, {
    provider: 'GOOGLE',
    email: 'lena@sso.test',
    displayName: 'lena',
    avatarUrl: 'https://pictures.test/lena.png',
  });
  t.is(await subjectOf(await signInAs(person('lena'))), userId);
  const after = await call(server.issuer, '/api/users/me/sso', token);
  const [used] = after.body['links'] as { lastUsedAt: string; linkedAt: string }[];
  t.true(String(used?.lastUsedAt) > String(used?.linkedAt));
  const removed = await send(server.issuer, 'DELETE', '/api/users/me/sso/GOOGLE', token);
  t.is(removed.status, 200);
  t.true(removed.body['success']);
  t.deepEqual((await call(server.issuer, '/api/users/me/sso', token)).body, { links: [] });
  const gone = await send(server.issuer, 'DELETE', '/api/users/me/sso/GOOGLE', token);
  t.is(gone.status, 404);
  t.is(gone.body['error'], 'SSO_LINK_NOT_FOUND');
  const events = await server.identity.db.event.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['sso.linked', 'sso.unlinked'],
  );
});

test.serial('after linking the person goes back to an address of the client, and to no other', async (t) => {
  const { email } = await addUser(server);
  const session = await signIn(server.issuer, { email });
  const { page } = await link(session, person('rita'), { returnTo: 'http://127.0.0.1:8765/settings?tab=sso' });
  t.is(page.url.href, 'http://127.0.0.1:8765/settings?tab=sso');
  for (const returnTo of [
    'https://evil.test/',
    'http://127.0.0.1:8765@evil.test/',
    'javascript:alert(1)',
    '//evil.test',
  ])
    t.is(
      (await link(session, person('rita'), { returnTo }).catch(() => undefined))?.start.status ?? 422,
      422,
      returnTo,
    );
});

test.serial('linking needs a sign-in of the last ten minutes, a known provider and a person', async (t) => {
  const { email } = await addUser(server);
  const session = await signIn(server.issuer, { email });
  const token = session.tokens.access_token;
  const at = '/api/users/me/sso/link';
  t.is((await send(server.issuer, 'POST', at, undefined, { provider: 'GOOGLE' })).status, 401);
  t.is((await send(server.issuer, 'POST', at, await machineTokenOf(server.issuer, 'demo-machine'), {})).status, 403);
  t.is((await send(server.issuer, 'POST', at, token, { provider: 'NOBODY' })).status, 422);
  t.is((await send(server.issuer, 'POST', at, token, {})).status, 422);
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 601))
    WHERE account_id = (SELECT id::text FROM identity.users WHERE normalized_email = ${email})`;
  const stale = await send(server.issuer, 'POST', at, token, { provider: 'GOOGLE' });
  t.is(stale.status, 403);
  t.is(stale.body['error'], 'REAUTHENTICATION_REQUIRED');
});

test.serial(
  'a link that somebody else began cannot be finished: not where another is signed in, not where nobody is',
  async (t) => {
    const attacker = await signIn(server.issuer, { email: (await addUser(server)).email });
    const victim = await signIn(server.issuer, { email: (await addUser(server)).email });
    const start = await send(server.issuer, 'POST', '/api/users/me/sso/link', attacker.tokens.access_token, {
      provider: 'GOOGLE',
    });
    const url = String(start.body['url']);
    t.is((await victim.browser.open(url)).status, 403);
    t.is((await new TestBrowser(server.issuer).open(url)).status, 403);
    const used = await attacker.browser.open(url);
    t.is(used.url.origin, upstream.issuer);
    t.is((await attacker.browser.open(url)).status, 403, 'the address works once');
  },
);

test.serial('an account of the other provider opens one account only', async (t) => {
  const first = await signIn(server.issuer, { email: (await addUser(server)).email });
  const second = await signIn(server.issuer, { email: (await addUser(server)).email });
  t.is((await link(first, person('otto'))).page.status, 200);
  t.is((await link(first, person('otto'))).page.status, 200, 'the same again changes nothing');
  t.is((await link(second, person('otto'))).page.status, 409);
  t.is((await link(first, person('otto-two'))).page.status, 409, 'one account of a provider each');
});

test.serial('without a password the link cannot be removed', async (t) => {
  const { request, page } = await signInAs(person('solo'));
  const { access_token: token } = await exchange(request, page.url);
  const refused = await send(server.issuer, 'DELETE', '/api/users/me/sso/GOOGLE', token);
  t.is(refused.status, 400);
  t.is(refused.body['error'], 'PASSWORD_REQUIRED');
  t.is((await linksOf('solo@sso.test')).length, 1);
});
