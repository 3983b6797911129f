import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addApi } from '../support/apis.js';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
let operator: Operator;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  token = await platformMachine(server);
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/apis';
const call = (method: string, path = '', body?: object) => send(server.issuer, method, `${base}${path}`, token, body);
const read = { name: 'orders:read', description: 'See your orders' };
const write = { name: 'orders:write', description: 'Change your orders' };
const newApi = () => ({
  identifier: `https://${randomUUID()}.test`,
  name: 'Orders',
  scopes: [read, write],
  clients: [{ clientId: 'demo-web', scopes: ['orders:read'] }],
});

test('an API is created once, changed and deleted, each with an event', async (t) => {
  const input = newApi();
  const { status, body } = await call('POST', '', input);
  t.is(status, 201);
  t.like(body, { ...input, open: false });
  const id = String(body['id']);
  t.like(await lastEvent(server, 'api.created', id), { actorKind: 'machine', tenantId: null });
  t.like(await call('POST', '', input), { status: 422, body: { details: [{ path: 'identifier' }] } });
  t.like((await call('GET', `/${id}`)).body, input);
  const listed = (await call('GET', `?search=${encodeURIComponent(input.identifier)}`)).body['apis'] as object[];
  t.is(listed.length, 1);

  const changed = await call('PATCH', `/${id}`, { name: 'Shop', open: true, scopes: [read] });
  t.deepEqual(changed.body['changed'], ['name', 'open', 'scopes']);
  t.like((await lastEvent(server, 'api.updated', id)).data, { changed: ['name', 'open', 'scopes'], name: 'Shop' });
  t.deepEqual((await call('PATCH', `/${id}`, { name: 'Shop' })).body['changed'], []);
  // The client loses the scope with the API.
  await call('PATCH', `/${id}`, { scopes: [write] });
  t.deepEqual((await call('GET', `/${id}`)).body['clients'], [{ clientId: 'demo-web', scopes: [] }]);

  t.is((await call('DELETE', `/${id}`)).status, 200);
  t.like((await lastEvent(server, 'api.deleted', id)).data, { identifier: input.identifier });
  for (const method of ['GET', 'DELETE']) t.is((await call(method, `/${id}`)).status, 404);
  t.is((await call('PATCH', `/${id}`, { name: 'Shop' })).status, 404);
});

test('wrong values are refused, each by its path', async (t) => {
  const refused = async (fields: object, path: string) => {
    const { status, body } = await call('POST', '', { ...newApi(), ...fields });
    t.is(status, 422, path);
    const [first] = body['details'] as { path: string }[];
    t.is(first?.path, path);
  };
  for (const identifier of ['orders', '/orders', 'https://a.test/#x', 'https://a b.test', `https://${'a'.repeat(600)}`])
    await refused({ identifier }, 'identifier');
  for (const name of ['openid', 'offline_access', 'platform:read', 'licenses:read', 'a b', ''])
    await refused({ scopes: [{ name, description: 'A scope' }], clients: [] }, 'scopes.0.name');
  for (const description of ['', 'x'.repeat(201), 'See https://evil.test/now', 'turned \u202e around'])
    await refused({ scopes: [{ name: 'orders:read', description }] }, 'scopes.0.description');
  await refused({ scopes: [read, read] }, 'scopes');
  await refused({ clients: [{ clientId: 'nobody', scopes: [] }] }, 'clients.0.clientId');
  await refused({ clients: [{ clientId: 'demo-web', scopes: ['orders:delete'] }] }, 'clients.0.scopes.0');
  t.is((await call('POST', '', { ...newApi(), more: true })).status, 422);
});

test('concurrent changes of one API follow each other', async (t) => {
  const { id } = await addApi(server);
  const names = Array.from({ length: 8 }, (_, index) => `scope:${index}`);
  const answers = await Promise.all(
    names.map((name) => call('PATCH', `/${id}`, { scopes: [{ name, description: name }] })),
  );
  for (const { status } of answers) t.is(status, 200);
  const { scopes } = (await call('GET', `/${id}`)).body as { scopes: { name: string }[] };
  t.is(scopes.length, 1);
  const created = newApi();
  const twice = await Promise.all([call('POST', '', created), call('POST', '', created)]);
  t.deepEqual(twice.map(({ status }) => status).sort(), [201, 422]);
});

test('an API goes with its clients, and a client with its entries', async (t) => {
  const { id } = await addApi(server);
  const client = { type: 'MACHINE', id: `m-${randomUUID()}`, name: 'M', scopes: ['licenses:read'] };
  t.is((await send(server.issuer, 'POST', '/api/platform/clients', token, client)).status, 201);
  const clients = [{ clientId: client.id, scopes: ['orders:read'] }];
  t.is((await call('PATCH', `/${id}`, { clients })).status, 200);
  t.is((await send(server.issuer, 'DELETE', `/api/platform/clients/${client.id}`, token)).status, 200);
  t.deepEqual((await call('GET', `/${id}`)).body['clients'], []);
});

test('the pages create, change and delete an API; taking rights away is confirmed', async (t) => {
  const identifier = `https://${randomUUID()}.test`;
  const wrong = await operator.post('apis', { identifier: 'orders', name: '' });
  t.is(wrong.status, 422);
  for (const field of ['identifier', 'name']) t.true(wrong.html.includes(`id="field-${field}-error"`), field);
  const created = await operator.post('apis', { identifier, name: 'Orders' });
  t.regex(String(created.location), /^\/platform\/apis\/[\w-]+\?done=created$/u);
  const path = String(created.location).replace('/platform/', '').replace('?done=created', '');
  t.true((await operator.open('apis')).html.includes(`href="/platform/${path}"`));
  const fields = {
    action: 'change',
    name: 'Orders',
    open: 'yes',
    scopes: 'orders:read See your orders\r\norders:write Change your orders',
    clients: 'demo-web orders:read orders:write',
  };
  t.is((await operator.post(path, fields)).location, `/platform/${path}?done=changed`);
  t.is((await operator.post(path, fields)).location, `/platform/${path}?done=unchanged`);
  const page = await operator.open(path);
  t.true(page.html.includes('orders:write Change your orders'));
  t.true(page.html.includes('demo-web orders:read orders:write'));
  const unknown = await operator.post(path, { ...fields, clients: 'demo-web orders:read\nnobody' });
  t.is(unknown.status, 422);
  t.true(unknown.html.includes('Line 2'));
  const less = { ...fields, clients: 'demo-web orders:read' };
  const { asked, done } = await operator.confirm(path, less);
  t.true(asked.html.includes('Applications lose rights with their next token.'));
  t.is(done.location, `/platform/${path}?done=changed`);
  t.is((await operator.confirm(path, { action: 'delete' })).done.location, '/platform/apis?done=deleted');
  t.is((await operator.open(path)).status, 404);
});
