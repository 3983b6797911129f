import type { CompletedSignIn, MethodOutcome, SignInMethod } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { Actions, Button, Field, Form } from '@org/identity-ui';
import test from 'ava';
import { decodeJwt } from 'jose';
import { buildRequest, callback, configure, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const badges = new Map<string, string>();
const completed: CompletedSignIn[] = [];
let answer = (userId: string): MethodOutcome => ({ answer: { accountId: userId, amr: ['sc'] } });

/** A method that the server does not know: employees hold their badge to a reader, which types its number. */
const badgeMethod: SignInMethod = {
  name: 'badge',
  order: 600,
  fields: ['badge'],
  amr: ['sc'],
  offer: ({ action }, { page }) =>
    page === 'break-glass'
      ? undefined
      : {
          form: ({ divider, kind }) => (
            <Form action={action}>
              {divider && <p class="divider">or</p>}
              <Field name="badge" label="Badge" />
              <Actions>
                <Button kind={kind}>Use the badge</Button>
              </Actions>
            </Form>
          ),
        },
  async submit(_view, { badge = '' }) {
    const userId = badges.get(badge);
    if (userId === undefined) return { again: { message: 'This badge is not known.' }, status: 401 };
    return answer(userId);
  },
  returned: async (_view, { badge = '' }) => answer(badges.get(badge) ?? ''),
  async completed(signIn) {
    completed.push(signIn);
    return [{ name: 'badge-seen', value: 'yes', maxAgeSeconds: 60 }];
  },
};
/** The reader of an organization, which acts for its tenant. */
const readerMethod: SignInMethod = {
  name: 'reader',
  order: 700,
  fields: ['reader'],
  amr: ['sc'],
  ofTenant: true,
  submit: async (_view, { reader = '' }) => answer(badges.get(reader) ?? ''),
};
const badgePlugin: IdentityPlugin = { name: 'badges', setup: () => ({ signInMethods: [badgeMethod, readerMethod] }) };

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [badgePlugin, users(), tenants()] });
});
test.after.always(() => server?.stop());
test.beforeEach(() => {
  answer = (userId) => ({ answer: { accountId: userId, amr: ['sc'] } });
});

async function begin() {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  return { browser, request, page: await browser.open(request.url) };
}

/** Sends a form of the sign-in page, whatever the page looks like. */
async function send(browser: TestBrowser, { url }: Page, fields: Record<string, string>) {
  const response = await browser.request('POST', new URL(url.pathname, url), new URLSearchParams(fields));
  return { status: response.status, html: await response.text(), location: response.headers.get('location') };
}

async function holder() {
  const { userId, email } = await addUser(server);
  badges.set(`badge of ${userId}`, userId);
  return { userId, email, badge: `badge of ${userId}` };
}

test.serial('a user signs in by a method that the server does not know', async (t) => {
  const { userId, badge } = await holder();
  const { browser, request, page } = await begin();
  t.regex(page.html, /Use the badge/u);
  t.regex(page.html, /type="password"/u);
  const done = await browser.submit(page, { badge });
  const { id_token: idToken } = await exchange(request, done.url);
  const claims = decodeJwt(idToken ?? '');
  t.is(claims.sub, userId);
  t.deepEqual(claims['amr'], ['sc']);
  const [signIn] = completed.filter((each) => each.userId === userId);
  t.like(signIn, { userId, login: { method: 'badge' } });
  t.truthy(signIn?.sessionUid);
});

test.serial('what the method says stands on the page, which still offers the others', async (t) => {
  const { browser, page } = await begin();
  const refused = await send(browser, page, { badge: 'unknown' });
  t.is(refused.status, 401);
  t.regex(refused.html, /This badge is not known\./u);
  t.regex(refused.html, /type="password"/u);
});

test.serial('an account that is disabled gets no session, although the method vouches for its user', async (t) => {
  const { userId, badge } = await holder();
  await server.identity.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  const { browser, page } = await begin();
  const refused = await send(browser, page, { badge });
  t.is(refused.status, 401);
  t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId } }), 0);
});

test.serial('a method cannot claim factors or origins that it has not declared', async (t) => {
  const { userId, badge } = await holder();
  for (const claimed of [
    { amr: ['sc', 'mfa'] },
    { amr: [] },
    { amr: ['sc'], via: '0197a4b2-0000-7000-8000-000000000000' },
  ]) {
    answer = (accountId) => ({ answer: { accountId, ...claimed } });
    const { browser, page } = await begin();
    const refused = await send(browser, page, { badge });
    t.is(refused.status, 500, JSON.stringify(claimed));
  }
  t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId } }), 0);
});

test.serial(
  'what a tenant decides passes for no sign-in of the user, whatever the method says instead of the tenant',
  async (t) => {
    const { userId, badge } = await holder();
    for (const via of [undefined, null, 7, ['0197a4b2-0000-7000-8000-000000000000'], '', 'acme']) {
      answer = (accountId) => ({ answer: { accountId, amr: ['sc'], via } });
      const { browser, page } = await begin();
      const refused = await send(browser, page, { reader: badge });
      t.is(refused.status, 500, JSON.stringify(via));
    }
    t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId } }), 0);
  },
);

test.serial('a second factor is asked for after it, as after a password', async (t) => {
  const { badge } = await holder();
  const browser = new TestBrowser(server.issuer);
  const changes = { acr_values: 'urn:identity:acr:2' };
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  const asked = await browser.submit(await browser.open(request.url), { badge });
  t.false(asked.url.href.startsWith(callback));
  t.regex(asked.html, /second factor/iu);
});

test.serial('a sign-in comes back by a link of the method', async (t) => {
  const { userId, badge } = await holder();
  const { browser, request, page } = await begin();
  const done = await browser.open(new URL(`${page.url.pathname}/return?badge=${encodeURIComponent(badge)}`, page.url));
  t.is(decodeJwt((await exchange(request, done.url)).id_token ?? '').sub, userId);
});
