import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as client from 'openid-client';
import { addSuperAdmin, lastEvent, platformMachine, type SuperAdmin } from '../support/platform-api.js';
import { configure } from '../support/sign-in.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let admin: SuperAdmin;
test.before(async () => {
  server = await startTestServer();
  admin = await addSuperAdmin(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/clients';
const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  send(server.issuer, method, path, token, body);
const machine = () => ({ id: `robot-${randomUUID()}`, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'] });

async function tokenWith(id: string, secret: string): Promise<string> {
  const config = await configure(server.issuer, id, client.ClientSecretBasic(secret));
  return (await client.clientCredentialsGrant(config)).access_token;
}

test('a super admin creates a client, whose secret is shown once and works', async (t) => {
  const { id, ...fields } = machine();
  const { status, body } = await call('POST', base, { id, ...fields });
  t.is(status, 201);
  t.like(body, { id, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'], tenant: null });
  t.truthy(await tokenWith(id, String(body['secret'])));
  const read = await call('GET', `${base}/${id}`);
  t.is(read.status, 200);
  t.false(JSON.stringify(read.body).includes(String(body['secret'])));
  t.false('secret' in read.body);
  t.like(await lastEvent(server, 'client.created', id), { actorKind: 'user', actorId: admin.userId });
});

test('an SPA has no secret, and none can be made', async (t) => {
  const id = `spa-${randomUUID()}`;
  const redirectUris = ['https://app.example.com/callback'];
  const { status, body } = await call('POST', base, { id, name: 'App', type: 'SPA', redirectUris });
  t.is(status, 201);
  t.is(body['secret'], null);
  t.is((await call('POST', `${base}/${id}/rotate-secret`, {})).status, 422);
});

test('the rules of a client are those of the seed', async (t) => {
  const wrong: [object, string][] = [
    [{ ...machine(), scopes: [] }, 'scopes'],
    [{ ...machine(), scopes: ['openid'] }, 'scopes.0'],
    [{ ...machine(), redirectUris: ['https://a.example/callback'] }, 'redirectUris'],
    [{ ...machine(), secret: 'x'.repeat(40) }, 'secret'],
    [{ ...machine(), id: 'a' }, 'id'],
    [{ ...machine(), tenant: 'no-such-tenant' }, 'tenant'],
    [{ ...machine(), tenant: 'acme', scopes: ['platform:read'] }, 'scopes'],
    [{ ...machine(), type: 'ROBOT' }, 'type'],
    [
      {
        id: 'browser',
        name: 'B',
        type: 'CONFIDENTIAL',
        redirectUris: ['https://a.example/'],
        scopes: ['platform:read'],
      },
      'scopes.0',
    ],
    [
      { id: 'browser', name: 'B', type: 'CONFIDENTIAL', redirectUris: ['https://a.example/'], licenseClaims: true },
      'licenseClaims',
    ],
  ];
  for (const [body, path] of wrong) {
    const answer = await call('POST', base, body);
    t.is(answer.status, 422, path);
    t.is((answer.body['details'] as { path: string }[])[0]?.path, path, JSON.stringify(answer.body));
  }
});

test('an id can be used once', async (t) => {
  const body = machine();
  t.is((await call('POST', base, body)).status, 201);
  t.like(await call('POST', base, body), {
    status: 422,
    body: { error: 'VALIDATION_FAILED', details: [{ path: 'id' }] },
  });
});

test('a change is felt at once, and null clears a field', async (t) => {
  const { slug } = await freshTenant(server);
  const created = await call('POST', base, { ...machine(), tenant: slug });
  const { id, secret } = created.body as { id: string; secret: string };
  const changed = await call('PATCH', `${base}/${id}`, { name: 'Renamed', tenant: null, scopes: ['platform:read'] });
  t.is(changed.status, 200, JSON.stringify(changed.body));
  t.like(changed.body, { name: 'Renamed', tenant: null, scopes: ['platform:read'] });
  t.deepEqual((changed.body['changed'] as string[]).sort(), ['name', 'scopes', 'tenant']);
  const { status } = await call('GET', base, undefined, await tokenWith(id, secret));
  t.is(status, 200);
});

test('a change that breaks the rules is refused, and changes nothing', async (t) => {
  const { body } = await call('POST', base, machine());
  const at = `${base}/${String(body['id'])}`;
  for (const changes of [
    {},
    { type: 'SPA' },
    { id: 'x' },
    { scopes: ['openid'] },
    { redirectUris: ['https://a.example/'] },
  ])
    t.is((await call('PATCH', at, changes)).status, 422, JSON.stringify(changes));
  t.like((await call('GET', at)).body, { name: 'Robot', scopes: ['licenses:read'] });
});

test('a rotated secret works, and the old one works for the grace period', async (t) => {
  const { body } = await call('POST', base, machine());
  const { id, secret } = body as { id: string; secret: string };
  const rotated = await call('POST', `${base}/${id}/rotate-secret`, {});
  t.is(rotated.status, 200);
  t.truthy(await tokenWith(id, String(rotated.body['secret'])));
  t.truthy(await tokenWith(id, secret));
  await call('POST', `${base}/${id}/rotate-secret`, { graceSeconds: 0 });
  await t.throwsAsync(tokenWith(id, secret));
});

test('a deleted client is gone, with its tokens', async (t) => {
  const created = await call('POST', base, { ...machine(), scopes: ['platform:read'] });
  const { id, secret } = created.body as { id: string; secret: string };
  const token = await tokenWith(id, secret);
  t.is((await call('DELETE', `${base}/${id}`)).status, 200);
  t.is((await call('GET', base, undefined, token)).status, 401);
  for (const method of ['GET', 'DELETE'])
    t.like(await call(method, `${base}/${id}`), { status: 404, body: { error: 'NOT_FOUND' } });
  t.is((await call('PATCH', `${base}/${id}`, { name: 'X' })).status, 404);
  t.is((await call('POST', `${base}/${id}/rotate-secret`, {})).status, 404);
});

test('clients are listed in pages, found by id, name and tenant', async (t) => {
  const mark = randomUUID();
  for (const letter of ['a', 'b', 'c'])
    await call('POST', base, { ...machine(), id: `${letter}-${mark}`, name: `List ${mark}` });
  const first = await call('GET', `${base}?search=${mark}&limit=2`);
  t.deepEqual(first.body['pagination'], { page: 1, limit: 2, total: 3, pages: 2 });
  t.deepEqual(
    (first.body['clients'] as { id: string }[]).map(({ id }) => id),
    [`a-${mark}`, `b-${mark}`],
  );
  const second = await call('GET', `${base}?search=${mark}&limit=2&page=2`);
  t.is((second.body['clients'] as unknown[]).length, 1);
  t.deepEqual((await call('GET', `${base}?tenant=no-such-tenant`)).body['clients'], []);
  for (const query of ['limit=0', 'limit=101', 'page=0', 'unknown=1', 'search='])
    t.is((await call('GET', `${base}?${query}`)).status, 422, query);
});

test('a machine of the platform does the same, and is the actor', async (t) => {
  const token = await platformMachine(server);
  const body = machine();
  t.is((await call('POST', base, body, token)).status, 201);
  const { actorKind } = await server.identity.db.event.findFirstOrThrow({ where: { subjectId: body.id } });
  t.is(actorKind, 'machine');
});
