import type { SignInStep, StepNeed } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { Button, Form, Layout } from '@org/identity-ui';
import test from 'ava';
import { decodeJwt } from 'jose';
import { asksForCode, asksForPassword, enrol, isDone, totp } from '../support/second-factor.js';
import { buildRequest, callback, configure, enterPassword, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const accepted = new Set<string>();
const banned = new Set<string>();
const completed: string[] = [];

/** A step that the server does not know: users accept the terms of use once. */
const termsStep: SignInStep = {
  name: 'terms',
  order: 500,
  requestable: true,
  description: 'the terms are not accepted yet',
  async isNeeded({ userId = '' }, { requested }): Promise<StepNeed> {
    if (banned.has(userId)) return { refused: 'this account may not use the service' };
    return requested || !accepted.has(userId);
  },
  show: async ({ brand, action, abortAction }) => (
    <Layout title="Terms of use" brand={brand}>
      <Form action={action}>
        <Button name="accept" value="yes">
          Accept
        </Button>
      </Form>
      <Form action={abortAction}>
        <Button>Cancel</Button>
      </Form>
    </Layout>
  ),
  async submit(view, { accept }) {
    if (accept !== 'yes') return { page: await termsStep.show(view), status: 422 };
    accepted.add(view.request.userId ?? '');
    return { answer: { version: 3 } };
  },
  async completed({ userId }) {
    completed.push(userId);
    return [];
  },
};
const terms: IdentityPlugin = { name: 'terms', setup: () => ({ steps: [termsStep] }) };

const again = new Set<string>();

/** `users()`, but its sign-in step is also needed for some users with a session. */
function strictUsers(): IdentityPlugin {
  const plugin = users();
  const strict = (step: SignInStep): SignInStep => {
    if (step.proves !== 'user') return step;
    return { ...step, isNeeded: async ({ userId = '', answers }) => again.has(userId) && !answers['login'] };
  };
  return {
    ...plugin,
    setup: (host) => {
      const parts = plugin.setup?.(host);
      return { ...parts, steps: (parts?.steps ?? []).map(strict) };
    },
  };
}

let server: TestServer;
test.before(async () => {
  // First in the list, because the order of the plugins must not matter for the order of the steps.
  server = await startTestServer({ plugins: [terms, strictUsers(), tenants(), licensing()] });
});
test.after.always(() => server?.stop());

const asksForTerms = ({ html }: Page) => html.includes('Terms of use');

async function begin(options: { changes?: Record<string, string>; clientId?: string; browser?: TestBrowser } = {}) {
  const browser = options.browser ?? new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, options.clientId ?? 'demo-web'), options.changes);
  return { browser, request, page: await browser.open(request.url) };
}

test('a sign-in stops at a step of a new name, and passes once it is answered', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, request, page } = await begin();
  const open = await enterPassword(browser, page, email);
  t.true(asksForTerms(open), open.html);
  t.is(open.status, 200);
  const refused = await browser.submit(open, { accept: 'no' });
  t.is(refused.status, 422);
  t.true(asksForTerms(refused));
  t.deepEqual(
    completed.filter((id) => id === userId),
    [],
  );
  const done = await browser.submit(refused, { accept: 'yes' });
  const { access_token: token } = await exchange(request, done.url);
  t.is(decodeJwt(token).sub, userId);
  t.deepEqual(
    completed.filter((id) => id === userId),
    [userId],
  );

  const again = await begin({ browser });
  t.true(again.page.url.href.startsWith(callback), 'the next request does not stop there');
});

test('without a page the client is told that a step is open', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await begin();
  t.true(asksForTerms(await enterPassword(browser, page, email)));
  const silent = await begin({ browser, changes: { prompt: 'none' } });
  t.is(silent.page.url.searchParams.get('error'), 'interaction_required');
  t.is(silent.page.url.searchParams.get('error_description'), 'the terms are not accepted yet');
});

test('a client can ask for a step that is requestable, and is shown it once', async (t) => {
  const { userId, email } = await addUser(server);
  accepted.add(userId);
  const { browser, request, page } = await begin({ changes: { prompt: 'terms' } });
  const open = await enterPassword(browser, page, email);
  t.true(asksForTerms(open), open.html);
  const done = await browser.submit(open, { accept: 'yes' });
  await t.notThrowsAsync(exchange(request, done.url));
  const unknown = await begin({ browser, changes: { prompt: 'tenant' } });
  t.is(unknown.page.url.searchParams.get('error'), 'invalid_request', 'a step that is not requestable');
});

test('a user who cancels at the step, or is refused by it, gets no code', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await begin();
  const open = await enterPassword(browser, page, email);
  const canceled = await browser.submit(open, {}, '/abort');
  t.is(canceled.url.searchParams.get('error'), 'access_denied');
  banned.add(userId);
  const refused = await begin({ browser });
  t.is(refused.page.url.searchParams.get('error'), 'access_denied');
  t.is(refused.page.url.searchParams.get('error_description'), 'this account may not use the service');
});

test('the second factor comes before the step, and consent after it', async (t) => {
  const { userId, email } = await addUser(server);
  accepted.add(userId);
  const { secret } = await enrol(server, { email, userId });
  accepted.delete(userId);
  const { browser, page } = await begin({ clientId: 'demo-partner' });
  const code = await enterPassword(browser, page, email);
  t.true(asksForCode(code), code.html);
  t.false(asksForTerms(code));
  const open = await browser.submit(code, { code: totp(secret) });
  t.true(asksForTerms(open), open.html);
  const consent = await browser.submit(open, { accept: 'yes' });
  t.regex(consent.html, /Allow/u);
  t.true(isDone(await browser.submit(consent, {})));
});

test('the step that proves the user can stop one who has a session, until the password was entered again', async (t) => {
  const { userId, email } = await addUser(server);
  accepted.add(userId);
  const { browser, page } = await begin();
  t.true(isDone(await enterPassword(browser, page, email)));
  t.true(isDone((await begin({ browser })).page), 'the session is enough');
  again.add(userId);
  const silent = await begin({ browser, changes: { prompt: 'none' } });
  t.is(silent.page.url.searchParams.get('error'), 'login_required');
  const stopped = await begin({ browser });
  t.true(asksForPassword(stopped.page));
  t.true(isDone(await enterPassword(browser, stopped.page, email)));
});
