import { randomUUID } from 'node:crypto';
import test from 'ava';
import { random } from '../support/licensing-api.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { addMember, freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = (await addSuperAdmin(server)).token;
});
test.after.always(() => server?.stop());

const base = '/api/platform/tenants';
const get = (path: string) => send(server.issuer, 'GET', `${base}${path}`, token);

test('a super admin sees a tenant without being its member, by id and by slug', async (t) => {
  const { id, slug } = await freshTenant(server);
  await addMember(server, id, 'member');
  await addMember(server, id, 'member', 'SUSPENDED');
  const { status, body } = await get(`/${id}`);
  t.is(status, 200);
  t.like(body, { id, slug, name: 'Fresh', memberCount: 2, mfaPolicy: 'OPTIONAL' });
  t.deepEqual((await get(`/${slug}`)).body, body);
  t.deepEqual(Object.keys(body).sort(), ['createdAt', 'id', 'memberCount', 'mfaPolicy', 'name', 'slug']);
});

test('an unknown tenant is 404, whatever the form of its id', async (t) => {
  for (const id of [random, 'no-such-tenant', 'NOT AN ID', '%00'])
    t.true([400, 404, 422].includes((await get(`/${encodeURIComponent(id)}`)).status), id);
  t.is((await get(`/${random}`)).body['error'], 'TENANT_NOT_FOUND');
});

test('tenants are listed by slug in pages, and found by a part of the slug or the name', async (t) => {
  const mark = randomUUID().slice(0, 8);
  for (const letter of ['b', 'a', 'c'])
    await server.identity.db.tenant.create({
      data: { name: `Of ${mark}`, slug: `${letter}-${randomUUID().slice(0, 8)}` },
    });
  const first = await get(`?search=${mark}&limit=2`);
  t.deepEqual(first.body['pagination'], { page: 1, limit: 2, total: 3, pages: 2 });
  const second = await get(`?search=${mark}&limit=2&page=2`);
  const listed = [first, second].flatMap(({ body }) =>
    (body['tenants'] as { slug: string }[]).map(({ slug }) => slug[0]),
  );
  t.deepEqual(listed, ['a', 'b', 'c']);
  for (const query of ['?limit=0', '?page=x', '?search=', '?more=1']) t.is((await get(query)).status, 422, query);
});

test('the wildcards of LIKE are plain characters in a search', async (t) => {
  const slug = `w-${randomUUID().slice(0, 8)}`;
  await server.identity.db.tenant.create({ data: { name: `100% of_it \\ ${slug}`, slug } });
  const found = async (search: string) => {
    const { body } = await get(`?${new URLSearchParams({ search })}`);
    return (body['tenants'] as { slug: string }[]).map((tenant) => tenant.slug);
  };
  t.deepEqual(await found('100% of_it \\'), [slug]);
  t.false((await found('%')).includes('acme'));
  for (const search of ['1%of', '100_', 'of%it', '\\\\']) t.deepEqual(await found(search), [], search);
});
