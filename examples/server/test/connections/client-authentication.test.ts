import type { IncomingMessage, ServerResponse } from 'node:http';
import test from 'ava';
import {
  act,
  addConnection,
  claimsOf,
  enterEmail,
  isDone,
  runTest,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';

type Method = 'client_secret_basic' | 'client_secret_post';

/** A provider that accepts both ways of sending the secret, but from our client only one. */
async function strictProvider(
  registered: Method | 'neither',
): Promise<{ provider: HostileUpstream; methods: Method[] }> {
  const methods: Method[] = [];
  const intercept = (request: IncomingMessage, response: ServerResponse): boolean => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    const issuer = `http://${request.headers.host}`;
    if (request.url === '/.well-known/openid-configuration')
      return reply(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      });
    if (request.url !== '/token') return false;
    const method = request.headers.authorization?.startsWith('Basic ') ? 'client_secret_basic' : 'client_secret_post';
    methods.push(method);
    return method !== registered && reply(401, { error: 'invalid_client' });
  };
  return { provider: await startHostileUpstream({ intercept }), methods };
}

for (const [registered, expected] of [
  ['client_secret_post', ['client_secret_post', 'client_secret_post']],
  // The way that has worked is used for the second sign-in at once.
  ['client_secret_basic', ['client_secret_post', 'client_secret_basic', 'client_secret_basic']],
] as const)
  test(`a provider that accepts only ${registered} from our client signs users in`, async (t) => {
    const { provider, methods } = await strictProvider(registered);
    t.teardown(() => provider.stop());
    const tenant = await tenantWithDomain();
    const id = await addConnection(tenant, { issuer: provider.issuer });
    const employee = { sub: 'ada', email: `ada@${tenant.domain}` };
    const { body } = await act(tenant, id, '/test');
    const { browser } = tenant.signedIn;
    const gone = await browser.open(String(body['url']));
    const tested = await browser.open(await provider.visit(gone.url, employee));
    t.is(tested.status, 200, tested.html);
    await act(tenant, id, '/activate');

    const visit = await enterEmail(employee.email);
    const page = await visit.browser.open(await provider.visit(visit.gone.url, employee));
    t.true(isDone(page), page.html);
    t.truthy((await claimsOf({ ...visit, page }))?.sub);
    t.deepEqual(methods, [...expected]);
  });

test('a wrong secret is refused in both ways, and reported once', async (t) => {
  const { provider, methods } = await strictProvider('neither');
  t.teardown(() => provider.stop());
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant, { issuer: provider.issuer });
  const { body } = await act(tenant, id, '/test');
  const { browser } = tenant.signedIn;
  const gone = await browser.open(String(body['url']));
  const page = await browser.open(await provider.visit(gone.url, { sub: 'ada' }));
  t.is(page.status, 400);
  t.regex(page.html, /invalid_client/u);
  t.deepEqual(methods, ['client_secret_post', 'client_secret_basic']);
});

test('a provider that does not name both ways is asked once', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const count = () => upstream.asked.filter((path) => path === '/token').length;
  const before = count();
  const page = await runTest(tenant, id, { sub: 'ada' }, { status: 401, body: { error: 'invalid_client' } });
  t.is(page.status, 400);
  t.is(count(), before + 1);
});
