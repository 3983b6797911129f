import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as client from 'openid-client';
import { identityCommand } from '../support/identity-command.js';
import { call, configure, signIn } from '../support/sign-in.js';
import { addMember, addUser, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const run = <Result>(...words: string[]) => identityCommand<Result>(server.databaseUrl, ...words);
const errorOf = async (words: readonly string[]) => {
  const { stdout } = await run(...words).then(
    () => ({ stdout: '{}' }),
    (error: { stdout: string }) => error,
  );
  return (JSON.parse(stdout) as { error?: string }).error;
};

test('a tenant is created with its owner, who manages it at once', async (t) => {
  const { userId, email } = await addUser(server);
  const name = `Nova ${randomUUID().slice(0, 8)}`;
  const made = await run<{ id: string; slug: string }>('tenants', 'create', '--name', name, '--owner', email);
  t.is(made.slug, name.toLowerCase().replace(' ', '-'));
  const token = await tokenOf(server.issuer, email);
  const { status, body } = await call(server.issuer, `/api/tenants/${made.id}`, token);
  t.is(status, 200);
  t.like(body, { name, memberCount: 1 });
  const [event] = await server.identity.db.event.findMany({ where: { subjectId: made.id } });
  t.like(event, { type: 'tenant.created', actorKind: 'system', actorId: 'cli', tenantId: made.id });
  t.is(await server.identity.db.membership.count({ where: { tenantId: made.id, userId, role: 'owner' } }), 1);
});

test('tenants are not created without an owner, a good slug or a name', async (t) => {
  const { email } = await addUser(server);
  const create = (...words: string[]) => errorOf(['tenants', 'create', ...words]);
  t.is(await create('--name', 'X', '--owner', 'nobody@people.test'), 'There is no user "nobody@people.test".');
  t.is(await create('--name', 'X'), '--owner: is required');
  t.is(await create('--owner', email), '--name: is required');
  t.regex(String(await create('--name', 'X', '--owner', email, '--slug', 'A B')), /^--slug: lower-case letters/u);
  t.regex(String(await create('--name', 'X', '--owner', email, '--slug', 'api')), /^--slug: this word is reserved/u);
  t.regex(String(await create('--name', 'X', '--owner', email, '--slug', 'acme')), /Another tenant has this slug/u);
  await run('users', 'disable', email);
  t.regex(String(await create('--name', 'X', '--owner', email)), /disabled/u);
});

test('a deleted tenant is gone at once, with its grants, seats, clients and their tokens', async (t) => {
  const { db } = server.identity;
  const { email } = await addUser(server);
  const slug = `t-${randomUUID().slice(0, 13)}`;
  const words = ['--name', 'Gone', '--slug', slug, '--owner', email];
  const { id } = await run<{ id: string }>('tenants', 'create', ...words);
  const member = await addMember(server, id, 'member');
  const type = await db.licenseType.findFirstOrThrow({ where: { slug: 'pro' } });
  const { applicationId } = type;
  const subscription = await db.subscription.create({
    data: { tenantId: id, applicationId, licenseTypeId: type.id, quantityPurchased: 2 },
  });
  const seat = { subscriptionId: subscription.id, tenantId: id, applicationId, userId: member.userId };
  await db.seat.create({ data: seat });
  const robot = ['--id', slug, '--name', 'R', '--type', 'MACHINE', '--scope', 'tenants:read', '--tenant', slug];
  const { secret } = await run<{ secret: string }>('clients', 'create', ...robot);
  const config = await configure(server.issuer, slug, client.ClientSecretBasic(secret));
  const machine = (await client.clientCredentialsGrant(config)).access_token;
  const { tokens } = await signIn(server.issuer, { email, changes: { tenant: slug } });
  t.is((await call(server.issuer, `/api/tenants/${id}`, machine)).status, 200);

  t.regex(String(await errorOf(['tenants', 'delete', slug])), /Nothing was deleted: give --yes/u);
  t.is((await call(server.issuer, `/api/tenants/${id}`, tokens.access_token)).status, 200);
  t.deepEqual(await run('tenants', 'delete', slug, '--yes'), { id, slug, deleted: true });

  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, `/api/tenants/${id}`, machine)).status, 401);
  t.is(await db.seat.count({ where: { tenantId: id } }), 0);
  const events = await db.event.findMany({ where: { tenantId: id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type: happened, actorId }) => [happened, actorId]),
    [
      ['tenant.created', 'cli'],
      ['client.created', 'cli'],
      ['tenant.deleted', 'cli'],
      ['seat.revoked', 'cli'],
    ],
  );
  t.is(await errorOf(['tenants', 'delete', slug, '--yes']), `There is no tenant "${slug}".`);
  t.regex(String(await errorOf(['tenants', 'create', ...words])), /slug/u, 'the slug is held back');
});

test('tenants and applications are listed page by page and found by a part of their names', async (t) => {
  type Tenants = { tenants: { slug: string; memberCount: number }[]; pagination: { total: number } };
  const found = await run<Tenants>('tenants', 'list', '--search', 'GLOBEX C');
  t.deepEqual(
    found.tenants.map(({ slug }) => slug),
    ['globex'],
  );
  const page = await run<Tenants>('tenants', 'list', '--limit', '1', '--page', '2');
  t.is(page.tenants.length, 1);
  t.true(page.pagination.total >= 2);
  type Applications = { applications: { name: string; clients: string[]; licenseTypes: { slug: string }[] }[] };
  const { applications } = await run<Applications>('applications', 'list', '--search', 'cr');
  t.is(applications.length, 1);
  t.true(applications[0]?.clients.includes('demo-web'));
  t.deepEqual(
    applications[0]?.licenseTypes.map(({ slug }) => slug),
    ['basic', 'pro'],
  );
});

test('an application is created once, and a client can belong to it', async (t) => {
  const name = `Shop ${randomUUID()}`;
  const { id } = await run<{ id: string }>('applications', 'create', '--name', name);
  t.is(await errorOf(['applications', 'create', '--name', name]), `--name: an application "${name}" already exists`);
  t.is(await errorOf(['applications', 'create']), '--name: is required');
  const words = ['--id', `c-${id}`, '--name', 'C', '--type', 'SPA', '--redirect-uri', 'https://a.example/'];
  await run('clients', 'create', ...words, '--application', name, '--license-claims');
  t.like(await run<object>('clients', 'show', `c-${id}`), { application: name, licenseClaims: true });
  const [event] = await server.identity.db.event.findMany({ where: { subjectId: id } });
  t.like(event, { type: 'application.created', actorId: 'cli' });
});
