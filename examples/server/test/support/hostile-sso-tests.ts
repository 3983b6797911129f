import { google, licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { type Forgery, type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import { logLines } from './log-lines.js';
import { buildRequest, configure, type SignedIn, signIn } from './sign-in.js';
import { addUser, send } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

export const { logger, lines } = logLines();
/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let upstream: HostileUpstream;
let liar: HostileUpstream;
export let keyless: HostileUpstream;
export let linker: SignedIn;
export let linkerId: string;
/** Those of the server. */
export const plugins = () => {
  const others = [
    { ...google(liar), id: 'LIAR', name: 'Liar' },
    { ...google(keyless), id: 'KEYLESS', name: 'Keyless' },
  ];
  return [users({ sso: [google(upstream), ...others] }), tenants(), licensing()];
};
test.before(async () => {
  upstream = await startHostileUpstream();
  liar = await startHostileUpstream({ names: 'https://accounts.example.test' });
  keyless = await startHostileUpstream({
    intercept: (request, response) => {
      if (request.url === '/jwks') response.destroy();
      return request.url === '/jwks';
    },
  });
  server = await startTestServer({ logger, plugins: plugins() });
  const { userId, email } = await addUser(server);
  linkerId = userId;
  linker = await signIn(server.issuer, { email });
});
test.after.always(async () => {
  await server?.stop();
  await Promise.all([upstream, liar, keyless].map((each) => each?.stop()));
});

/** An account at the other provider. */
export const person = (name: string) => ({
  sub: `subject-of-${name}`,
  email: `${name}@forged.test`,
  email_verified: true as unknown,
  name,
});
type Person = ReturnType<typeof person>;

/** Chooses a provider on the sign-in page. */
export async function choose(provider = 'GOOGLE', browser = new TestBrowser(server.issuer)) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const shown = await browser.open(request.url);
  const gone = await browser.submit(shown, { provider });
  return { request, browser, shown, gone };
}

/** Signs in through the other provider, with a forged response if one is given. */
export async function signInAs(account: Partial<Person>, forgery?: Forgery, browser?: TestBrowser) {
  const { request, browser: used, gone } = await choose('GOOGLE', browser);
  const page = await used.open(await upstream.visit(gone.url, account, forgery));
  return { request, browser: used, page };
}

/** Begins to link an account. Returns the URL at the other provider. */
export async function beginLink({ tokens, browser }: SignedIn): Promise<URL> {
  const body = { provider: 'GOOGLE' };
  const start = await send(server.issuer, 'POST', '/api/users/me/sso/link', tokens.access_token, body);
  return (await browser.open(String(start.body['url']))).url;
}

/** Whether a browser has arrived at the client with a code. */
export const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');
/** Asserts that a page reports a failure. */
export const isFailure = (t: ExecutionContext, page: Page, status = 400) => {
  t.is(page.status, status, /<h1>.*/u.exec(page.html)?.[0]);
  t.regex(page.html, /<h1>Something went wrong<\/h1>/u);
};
/** The number of accounts with an email. */
export const accountsOf = async (email: string) => server.identity.db.user.count({ where: { normalizedEmail: email } });

/** The links of a user to other providers. */
export const linksOf = async (userId: string) => server.identity.db.ssoLink.findMany({ where: { userId } });

/** The link in the mail that verifies an email. */
export async function mailedLink(email: string): Promise<URL> {
  return new URL(/http\S+return\?\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '');
}
