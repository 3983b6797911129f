import test from 'ava';
import { directoryScene, scimCall, startScimServer, type TestServer, userSchema } from '../support/scim.js';
import { send } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
type Json = Record<string, unknown>;

test('a directory is listed without its token, with the time of its last use', async (t) => {
  const { path, owner, id, baseUrl, token, call } = await directoryScene(server);
  const list = async () => (await send(server.issuer, 'GET', path, owner)).body;
  const { createdAt, ...entry } = ((await list())['directories'] as Json[])[0] ?? {};
  t.deepEqual(entry, { id, name: 'Entra ID', connectionId: null, roleByGroup: {}, baseUrl, lastUsedAt: null });
  t.is(typeof createdAt, 'string');
  t.is(baseUrl, `${server.issuer}/scim/v2/${id}`);
  t.false(JSON.stringify(await list()).includes(token));
  await call('GET', '/Users');
  t.is(typeof ((await list())['directories'] as Json[])[0]?.['lastUsedAt'], 'string');
  const stored = await db().directoryToken.findMany({ where: { directoryId: id } });
  t.false(stored.some(({ hash }) => Buffer.from(hash).toString('latin1').includes(token)));
});

test('after a rotation two tokens are valid, after the next one the oldest is not', async (t) => {
  const { path, owner, id, baseUrl, token: first } = await directoryScene(server);
  const rotate = async () => {
    const { status, body } = await send(server.issuer, 'POST', `${path}/${id}/rotate-token`, owner);
    t.is(status, 200);
    return String(body['token']);
  };
  const works = async (token: string) => (await scimCall(`${baseUrl}/Users`, { token })).status === 200;
  const second = await rotate();
  t.deepEqual([await works(first), await works(second)], [true, true]);
  const third = await rotate();
  t.deepEqual([await works(first), await works(second), await works(third)], [false, true, true]);
  const ended = { directoryId: id, expiresAt: { not: null } };
  const { expiresAt } = await db().directoryToken.findFirstOrThrow({ where: ended });
  const hours = ((expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  t.true(hours > 23.9 && hours <= 24);
  await db().directoryToken.updateMany({ where: ended, data: { expiresAt: new Date(Date.now() - 1) } });
  t.deepEqual([await works(second), await works(third)], [false, true]);
});

test('a tenant has ten directories at most, and wrong input is refused', async (t) => {
  const { path, owner, tenant } = await directoryScene(server);
  const create = (body: object) => send(server.issuer, 'POST', path, owner, body);
  for (const body of [
    {},
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'a', x: 1 },
    { name: 'a', connectionId: 'x' },
  ])
    t.is((await create(body)).status, 422, JSON.stringify(body));
  for (let count = 1; count < 10; count += 1) t.is((await create({ name: `Directory ${count}` })).status, 201);
  t.is((await create({ name: 'One more' })).status, 422);
  t.is(await db().directory.count({ where: { tenantId: tenant.id } }), 10);
});

test('the log says what was sent and what it led to, without values and secrets', async (t) => {
  const { path, owner, id, call, patch, ownEmail } = await directoryScene(server);
  const email = ownEmail();
  const body = { schemas: [userSchema], userName: email, password: 'top secret', title: 'Boss of all' };
  const user = String((await call('POST', '/Users', body)).body['id']);
  await patch(`/Users/${user}`, { op: 'replace', path: 'active', value: false });
  await patch(`/Users/${user}`, { op: 'replace', path: 'active', value: 'no' });
  await call('GET', `/Users/${user}`);
  const read = async (query = '') => {
    const { status, body: log } = await send(server.issuer, 'GET', `${path}/${id}/log${query}`, owner);
    t.is(status, 200);
    return (log['entries'] as Json[]).map(({ id: _id, at: _at, ...entry }) => entry);
  };
  const about = { resource: 'User', resourceId: user, subject: email };
  t.deepEqual(await read(), [
    {
      ...about,
      method: 'PATCH',
      attributes: [],
      ignored: [],
      result: 'REFUSED',
      outcomes: ['invalidValue'],
      detail: 'active must be true or false.',
    },
    {
      ...about,
      method: 'PATCH',
      attributes: ['active'],
      ignored: [],
      result: 'APPLIED',
      outcomes: ['stored', 'suspended'],
      detail: null,
    },
    {
      ...about,
      method: 'POST',
      attributes: ['userName', 'title'],
      ignored: ['password'],
      result: 'APPLIED',
      outcomes: ['created', 'stored', 'ignored'],
      detail: null,
    },
  ]);
  t.is((await read('?result=REFUSED')).length, 1);
  const all = JSON.stringify(await db().directoryLogEntry.findMany({ where: { directoryId: id } }));
  t.false(all.includes('top secret') || all.includes('Boss of all'));
});
