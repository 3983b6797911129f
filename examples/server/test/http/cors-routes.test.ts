import { type RawResponse, send } from '@org/identity-testing/send';
import test from 'ava';
import { accessToken, form, names, port, registered, sent, server } from '../support/cors-tests.js';

const fromApp = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  sent({ method, target }, { origin: registered, ...headers });
const exposed = ({ headers }: RawResponse) => names(headers['access-control-expose-headers']);

test('the preflight of every described request allows its method and the headers that it reads', async (t) => {
  const refused: string[] = [];
  const operations = Object.entries(server.identity.openApi.paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), target: template.replaceAll(/[{}]/gu, '') })),
  );
  t.true(operations.some(({ method }) => method === 'PUT'));
  for (const { method, target } of operations) {
    const { status, headers } = await fromApp(target, { 'access-control-request-method': method }, 'OPTIONS');
    if (status !== 204) refused.push(`${method} ${target}: ${status}`);
    if (!names(headers['access-control-allow-methods']).includes(method.toLowerCase()))
      refused.push(`${method} ${target}: ${headers['access-control-allow-methods']}`);
    for (const name of ['authorization', 'content-type', 'last-event-id'])
      if (!names(headers['access-control-allow-headers']).includes(name)) refused.push(`${method} ${target}: ${name}`);
  }
  t.deepEqual(refused, []);
});

test('an endpoint of OAuth allows the methods of OAuth only', async (t) => {
  for (const target of ['/api/oauth/token', '/api/oauth/revoke', '/api/oauth/userinfo']) {
    const { headers } = await fromApp(target, { 'access-control-request-method': 'POST' }, 'OPTIONS');
    t.deepEqual(names(headers['access-control-allow-methods']), ['get', 'post'], target);
  }
});

test('an app may read the id of its request, the file name of an export, and which methods a path has', async (t) => {
  const authorization = `Bearer ${accessToken}`;
  const exported = await fromApp('/api/users/me/export', { authorization });
  t.is(exported.status, 200);
  t.truthy(exported.headers['content-disposition']);
  t.true(exposed(exported).includes('content-disposition'));
  t.true(exposed(exported).includes('x-request-id'));
  const wrongMethod = await fromApp('/api/users/me', { authorization }, 'PUT');
  t.is(wrongMethod.status, 405);
  t.true(exposed(wrongMethod).includes('allow'));
});

test("an app may read the headers that a host's route sends", async (t) => {
  const response = await fromApp('/api/greetings');
  t.is(response.headers['x-greeting'], 'hello');
  t.true(exposed(response).includes('x-greeting'));
});

test('an app may read how long the token endpoint wants it to wait, and the id of its request', async (t) => {
  const response = await send(port, {
    method: 'POST',
    target: '/api/oauth/token',
    headers: { origin: registered, ...form },
    body: 'grant_type=refresh_token&refresh_token=x&client_id=demo-spa',
  });
  t.is(response.headers['access-control-allow-origin'], registered);
  for (const name of ['retry-after', 'x-request-id', 'www-authenticate'])
    t.true(exposed(response).includes(name), name);
});
