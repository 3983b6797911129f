import { randomUUID } from 'node:crypto';
import { describePlan, type SeedData, seed } from '@org/identity-server';
import test from 'ava';
import { demoData } from '../../src/demo-data.js';
import { identityCommand } from '../support/identity-command.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const run = <Result>(...words: string[]) => identityCommand<Result>(server.databaseUrl, ...words);
const errorOf = async (...words: string[]) => {
  const { stdout } = await run(...words).then(
    () => ({ stdout: '{}' }),
    (error: { stdout: string }) => error,
  );
  return (JSON.parse(stdout) as { error?: string }).error;
};

test('the commands create, list, change and delete an API', async (t) => {
  const identifier = `https://${randomUUID()}.test`;
  const words = ['--identifier', identifier, '--name', 'Orders'];
  const lists = ['--scope', 'orders:read=See your orders = all', '--client', 'demo-web=orders:read'];
  const { id } = await run<{ id: string }>('apis', 'create', ...words, ...lists);
  const api = () => server.identity.db.api.findUnique({ where: { id }, include: { scopes: true, clients: true } });
  t.like(await api(), {
    identifier,
    open: false,
    scopes: [{ name: 'orders:read', description: 'See your orders = all' }],
    clients: [{ clientId: 'demo-web', scopes: ['orders:read'] }],
  });
  t.regex(String(await errorOf('apis', 'create', ...words)), /already exists/u);
  t.is(await errorOf('apis', 'create', '--name', 'Orders'), '--identifier: is required');
  const { apis } = await run<{ apis: { identifier: string }[] }>('apis', 'list', '--search', identifier);
  t.deepEqual(
    apis.map((each) => each.identifier),
    [identifier],
  );
  const { changed } = await run<{ changed: string[] }>('apis', 'update', identifier, '--open', '--client', '');
  t.deepEqual(changed, ['open', 'clients']);
  await run('apis', 'update', identifier, '--no-open');
  t.like(await api(), { open: false, clients: [] });
  t.regex(String(await errorOf('apis', 'update', 'https://nowhere.test', '--open')), /There is no API/u);
  await run('apis', 'delete', identifier, '--yes');
  t.is(await api(), null);
  const events = await server.identity.db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type, actorId }) => [type, actorId]),
    ['api.created', 'api.updated', 'api.updated', 'api.deleted'].map((type) => [type, 'cli']),
  );
});

test('the seed creates and updates APIs, and a rehearsal says what would change', async (t) => {
  const { databaseUrl } = server;
  const identifier = `https://${randomUUID()}.test`;
  const withApi = (api: object) => ({ ...demoData, apis: [{ identifier, name: 'Orders', ...api }] }) as SeedData;
  const read = { name: 'orders:read', description: 'See your orders' };
  const first = withApi({ scopes: [read], clients: [{ clientId: 'demo-machine', scopes: ['orders:read'] }] });
  const planned = describePlan(await seed({ databaseUrl, data: first, rehearse: true }));
  t.true(planned.includes(`+ API ${identifier}`), planned.join('\n'));
  t.is(await server.identity.db.api.count({ where: { identifier } }), 0);
  await seed({ databaseUrl, data: first });
  t.deepEqual((await seed({ databaseUrl, data: first, rehearse: true })).changed, []);
  const second = withApi({ open: true, scopes: [{ ...read, description: 'Read your orders' }] });
  const plan = describePlan(await seed({ databaseUrl, data: second, rehearse: true }));
  t.true(
    plan.includes(
      `~ API ${identifier}: open false → true, scopes - orders:read (See your orders) + orders:read (Read your orders), clients - demo-machine orders:read`,
    ),
    plan.join('\n'),
  );
  await seed({ databaseUrl, data: second });
  t.like(await server.identity.db.api.findUnique({ where: { identifier } }), { open: true });
  const without = describePlan(await seed({ databaseUrl, data: demoData, rehearse: true }));
  t.true(without.includes(`! API ${identifier} is not in the seed and stays`));
  const unknown = withApi({ clients: [{ clientId: 'nobody', scopes: [] }] });
  await t.throwsAsync(seed({ databaseUrl, data: unknown }));
  t.like(await server.identity.db.api.findUnique({ where: { identifier } }), { open: true });
});
