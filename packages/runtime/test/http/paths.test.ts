import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import Koa, { type Middleware } from 'koa';
import mount from 'koa-mount';
import { cookies } from '../../src/http/cookies.js';
import { ownPathsOnly, type RequestHandler } from '../../src/http/dispatch.js';
import { addBasePath, basePathOf, urlBelow } from '../../src/http/paths.js';

test('the base path is the path of the issuer', (t) => {
  t.is(basePathOf('https://example.com'), '');
  t.is(basePathOf('https://example.com/a/identity'), '/a/identity');
});

test('what is below the base path is found without it, with its query', (t) => {
  const below = urlBelow('/identity');
  t.is(below('/identity/account?done=a?b'), '/account?done=a?b');
  t.is(below('http://elsewhere.test/identity/account'), '/account');
  t.is(below('/.well-known/oauth-authorization-server/identity'), '/.well-known/oauth-authorization-server');
  for (const url of ['/identity', '/identity?a', '/identities/account', '/account', '/x/identity/account', '*'])
    t.is(below(url), undefined, url);
});

/** Serves an app for one request; the server stops at the end of the test. */
async function request(t: ExecutionContext, app: Koa, path: string): Promise<Response> {
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
}

/** The middleware of a service that handles one path with the given middleware. */
function service(handler: Middleware): Middleware {
  const app = new Koa();
  app.use(addBasePath('/identity'));
  app.use(handler);
  const handle = app.callback();
  const serve: RequestHandler = ({ req, res }) => handle(req, res);
  const paths = {
    sendKept: () => false,
    handlerOf: (path: string) => (path.startsWith('/account') ? serve : undefined),
  };
  return ownPathsOnly(paths, '/identity');
}

const page: Middleware = (ctx) => {
  ctx.type = 'html';
  ctx.body =
    '<a href="/account">a</a><form action="/account/b"></form><a href="https://x.test/">c</a><a href="//x.test">d</a>' +
    '<p>text href=&quot;/account&quot;</p>';
};

test('the addresses of our own in a page get the base path, those of others and text do not', async (t) => {
  const response = await request(t, new Koa().use(service(page)), '/identity/account');
  t.is(
    await response.text(),
    '<a href="/identity/account">a</a><form action="/identity/account/b"></form>' +
      '<a href="https://x.test/">c</a><a href="//x.test">d</a><p>text href=&quot;/account&quot;</p>',
  );
});

for (const [from, to] of [
  ['/account?done=a', '/identity/account?done=a'],
  ['https://client.test/callback', 'https://client.test/callback'],
] as const) {
  test(`a redirect to ${from} leads to ${to}`, async (t) => {
    const redirect = service((ctx) => ctx.redirect(from));
    const response = await request(t, new Koa().use(redirect), '/identity/account');
    t.is(response.headers.get('location'), to);
  });
}

test('a host may also mount the middleware at the base path by itself', async (t) => {
  const app = new Koa();
  app.use(mount('/identity', service(page)));
  t.is((await request(t, app, '/identity/account')).status, 200);
});

test('the host sees the address as it came, before and after', async (t) => {
  const seen: string[] = [];
  const app = new Koa();
  app.use(async (ctx, next) => {
    await next();
    seen.push(ctx.url);
  });
  app.use(service(page));
  app.use((ctx) => {
    seen.push(ctx.path);
    ctx.body = 'the host';
  });
  await request(t, app, '/identity/account?a=b');
  t.is(await (await request(t, app, '/identity/other')).text(), 'the host');
  t.deepEqual(seen, ['/identity/account?a=b', '/identity/other', '/identity/other']);
});

test('two servers at one host have sessions of different names, both held to the host by the browser', (t) => {
  const names = [
    'https://example.com',
    'https://example.com/a',
    'https://example.com/a/b',
    'https://example.com/a-b',
  ].map((issuer) => cookies(issuer, []).names.session);
  t.is(new Set(names).size, names.length);
  for (const name of names) t.regex(name, /^__Host-identity-session/u);
});
