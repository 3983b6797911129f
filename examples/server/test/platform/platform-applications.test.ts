import { randomUUID } from 'node:crypto';
import test from 'ava';
import { crm } from '../support/licensing-api.js';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/applications';

test('an application is created once, with an event', async (t) => {
  const name = `App ${randomUUID()}`;
  const { status, body } = await send(server.issuer, 'POST', base, token, { name });
  t.is(status, 201);
  t.like(await lastEvent(server, 'application.created', body['id']), { actorKind: 'machine' });
  t.like(await send(server.issuer, 'POST', base, token, { name }), {
    status: 422,
    body: { details: [{ path: 'name' }] },
  });
  for (const wrong of [{}, { name: '' }, { name, more: 1 }])
    t.is((await send(server.issuer, 'POST', base, token, wrong)).status, 422);
});

test('applications are listed in pages, with their license types and clients', async (t) => {
  const { body } = await send(server.issuer, 'GET', `${base}?search=CRM`, token);
  const [found] = body['applications'] as { id: string; licenseTypes: { slug: string }[]; clients: string[] }[];
  t.is(found?.id, crm);
  t.deepEqual(
    found?.licenseTypes.map(({ slug }) => slug),
    ['basic', 'pro'],
  );
  t.true(Array.isArray(found?.clients));
  const page = await send(server.issuer, 'GET', `${base}?limit=1&page=2`, token);
  t.is((page.body['applications'] as unknown[]).length, 1);
  t.like(page.body['pagination'], { page: 2, limit: 1 });
});
