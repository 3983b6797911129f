import { google, licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { buildRequest, configure, exchange, type Request } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';
import { startUpstream, type Upstream, type UpstreamAccount } from './upstream.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  server = await startTestServer({
    plugins: [
      users({
        sso: [
          google(upstream),
          { ...google(upstream), id: 'OTHER', name: 'Other' },
          { ...google(upstream), id: 'DOWN', name: 'Down', issuer: 'http://127.0.0.1:9' },
        ],
      }),
      tenants(),
      licensing(),
    ],
  });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

/** Chooses Google on the sign-in page. */
export async function chooseGoogle(browser = new TestBrowser(server.issuer)) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const page = await browser.open(request.url);
  const gone = await browser.submit(page, { provider: 'GOOGLE' });
  return { request, browser, upstreamUrl: gone.url };
}

/** Signs in through the other provider. */
export async function signInAs(account: UpstreamAccount, browser?: TestBrowser) {
  const { request, browser: used, upstreamUrl } = await chooseGoogle(browser);
  const page = await used.open(await upstream.visit(upstreamUrl, account));
  return { request, browser: used, page };
}

/** An account at the other provider. */
export const person = (name: string, changes: Partial<UpstreamAccount> = {}): UpstreamAccount => ({
  sub: `subject-of-${name}`,
  email: `${name}@sso.test`,
  email_verified: true,
  name,
  picture: `https://pictures.test/${name}.png`,
  ...changes,
});

/** Returns the id of the user that was signed in. */
export async function subjectOf({ request, page }: { request: Request; page: Page }): Promise<string> {
  return String((await exchange(request, page.url)).claims()?.sub);
}

/** The links of a user to other providers. */
export const linksOf = async (email: string) =>
  server.identity.db.ssoLink.findMany({ where: { user: { normalizedEmail: email } } });
