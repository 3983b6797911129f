import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { metricsRoute } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test, { type ExecutionContext } from 'ava';
import Koa, { type Middleware } from 'koa';
import { crm, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { buildRequest, call, configure, enterPassword } from '../support/sign-in.js';
import { addMember, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

interface Line {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

const lines: Line[] = [];
const note = (level: string) => (fields: object, message: string) =>
  void lines.push({ level, message, fields: { ...fields } });
const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
const spans = new InMemorySpanExporter();

let server: TestServer;
test.before(async () => {
  // As in a host with OpenTelemetry.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  server = await startTestServer({ logger });
});
test.after.always(() => server?.stop());

/** The log line of the request with this id; it is written after the response. */
const lineOf = (requestId: unknown) =>
  until(() =>
    Promise.resolve(lines.find(({ message, fields }) => message === 'request' && fields['requestId'] === requestId)),
  );

/** The value of a series, by its name with labels as in the text. */
async function read(series: string): Promise<number> {
  const text = await server.identity.metrics.metrics();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('every answer names its request, an error in its body, too, and the log has one line for it', async (t) => {
  const token = await tokenOf(server.issuer, 'owner@acme.test');
  const { headers, body, status } = await call(server.issuer, `/api/tenants/${crypto.randomUUID()}`, token);
  const id = headers.get('x-request-id');
  t.is(body['requestId'], id);
  const line = await lineOf(id);
  t.like(line?.fields, { method: 'GET', route: '/api/tenants/:id', status, error: body['error'] });
  t.is(typeof line?.fields['milliseconds'], 'number');
  const discovery = await call(server.issuer, '/.well-known/openid-configuration');
  t.like((await lineOf(discovery.headers.get('x-request-id')))?.fields, {
    route: '/.well-known/openid-configuration',
    status: 200,
  });
});

test('what a caller sends as request id, method or path is neither answered nor logged nor counted by', async (t) => {
  const headers = { 'x-request-id': 'planted-by-a-caller' };
  const response = await call(server.issuer, '/api/users/me/planted-path-of-somebody', undefined, {
    headers,
    method: 'PURGE',
  });
  const line = await lineOf(response.headers.get('x-request-id'));
  t.is(line?.fields['route'], 'none');
  t.false(JSON.stringify(lines).includes('planted'));
  const text = await server.identity.metrics.metrics();
  t.false(text.includes('planted') || text.includes('PURGE'));
  t.true(text.includes('method="other",route="none"'));
});

test('requests, grants, sign-ins, refusals and seats are counted', async (t) => {
  const succeeded = 'identity_token_grants_total{grant_type="client_credentials",result="succeeded"}';
  const refusedGrants = 'identity_token_grants_total{grant_type="other",result="refused"}';
  const signedIn = 'identity_sign_ins_total{method="password",result="succeeded"}';
  const refused = 'identity_sign_ins_total{method="password",result="refused"}';
  const granted = 'identity_events_total{type="seat.granted"}';
  const names = [succeeded, refusedGrants, signedIn, refused, granted];
  const before = await Promise.all(names.map(read));

  await machineTokenOf(server.issuer, 'demo-machine');
  const body = new URLSearchParams({ grant_type: 'invented', client_id: 'demo-spa' });
  t.is((await fetch(`${server.issuer}/api/oauth/token`, { method: 'POST', body })).status, 400);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  await enterPassword(browser, page, 'nobody@acme.test', 'wrong');
  const tenant = await licensedTenant(server, 1);
  const { userId } = await addMember(server, tenant.id, 'member');
  const token = await machineToken(server, tenant.id);
  const grant = { userId, applicationId: crm, licenseTypeId: pro };
  t.is((await send(server.issuer, 'POST', '/api/integration/licenses/grant', token, grant)).status, 201);
  await tokenOf(server.issuer, 'owner@acme.test');

  const after = await Promise.all(names.map(read));
  for (const [index, name] of names.entries()) t.true(Number(after[index]) > Number(before[index]), name);
  const text = await server.identity.metrics.metrics();
  for (const name of ['identity_pool_connections{state="idle"}', 'nodejs_eventloop_lag_seconds'])
    t.true(text.includes(name), name);
  t.regex(
    text,
    /identity_http_request_duration_seconds_count\{method="POST",route="\/api\/integration\/licenses\/grant",status="201"\} [1-9]/u,
  );
});

/** Serves the middleware on a new port. Returns its URL. */
async function serve(t: ExecutionContext, ...middleware: Middleware[]): Promise<string> {
  const app = new Koa();
  for (const each of middleware) app.use(each);
  const listening = app.listen(0, '127.0.0.1');
  t.teardown(() => void listening.close());
  await once(listening, 'listening');
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

test('the numbers are served in the text format of Prometheus, to whoever has their token', async (t) => {
  const url = await serve(t, metricsRoute(server.identity.metrics, { token: 'the token of the scraper' }));
  const getMetrics = (authorization: string) => fetch(`${url}/metrics`, { headers: { authorization } });
  t.is((await getMetrics('Bearer something else')).status, 401);
  t.is((await getMetrics('')).status, 401);
  const response = await getMetrics('Bearer the token of the scraper');
  t.is(response.status, 200);
  t.regex(String(response.headers.get('content-type')), /^text\/plain; version=0\.0\.4/u);
  t.regex(await response.text(), /^# HELP identity_token_grants_total /mu);
});

test('a host with OpenTelemetry sees each request in a span within its own, by route and without what was sent', async (t) => {
  const tracer = trace.getTracer('host');
  const traced: Middleware = (_ctx, next) =>
    tracer.startActiveSpan('the host', (span) => next().finally(() => span.end()));
  const url = await serve(t, traced, server.identity.middleware());
  const response = await call(url, '/api/users/me?token=a-secret-in-an-address');
  const id = response.headers.get('x-request-id');
  const byId = () => spans.getFinishedSpans().find(({ attributes }) => attributes['identity.request_id'] === id);
  const found = await until(() => Promise.resolve(byId()));
  const host = await until(() =>
    Promise.resolve(
      spans.getFinishedSpans().find((span) => span.spanContext().spanId === found.parentSpanContext?.spanId),
    ),
  );
  t.is(host.name, 'the host');
  t.is(found.name, 'identity GET /api/users/me');
  t.like(found.attributes, { 'http.route': '/api/users/me', 'http.response.status_code': 401 });
  t.false(JSON.stringify(found.attributes).includes('a-secret'));
});
