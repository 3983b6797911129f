import { demoPassword } from '@org/identity-example-server/demo-data';
import { buildRequest, configure, exchange } from '@org/identity-example-server/test/sign-in';
import { TestBrowser } from '@org/identity-testing/test-browser';

/** A request with a JSON body. */
export const json = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Signs a user in to the third-party client. Returns the consent page, and how to get the token that it leads to. */
export async function authorize(issuer: string, { email, scope }: { email: string; scope: string }) {
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-partner'), { scope, tenant: 'acme' });
  const page = await browser.submit(await browser.open(request.url), { email, password: demoPassword });
  const token = async () => (await exchange(request, (await browser.submit(page, {})).url)).access_token;
  return { page, token };
}
