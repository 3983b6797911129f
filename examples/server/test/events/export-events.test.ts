import test from 'ava';
import { eventMachine, startEventServer, writeEvent } from '../support/event-tests.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

async function exported(tenantId: string, token: string, query = '') {
  const response = await fetch(`${server.issuer}/api/tenants/${tenantId}/events/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), response };
}

test('managers export the events of a tenant as CSV and as NDJSON, newest first', async (t) => {
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, owner, { name: 'Another name' });
  const id = await writeEvent(server, tenant.id, 'a subject');
  await writeEvent(server, (await freshTenant(server)).id);

  const csv = await exported(tenant.id, owner);
  t.deepEqual([csv.status, csv.type], [200, 'text/csv; charset=utf-8']);
  t.is(csv.response.headers.get('content-disposition'), 'attachment; filename="events.csv"');
  const lines = csv.text.trimEnd().split('\r\n');
  t.is(lines[0], 'id,occurredAt,type,tenantId,actorKind,actorId,subjectId,data');
  t.regex(
    lines[1] ?? '',
    new RegExp(`^"${id}","[^,]+","tenant\\.updated","${tenant.id}","system",,"a subject","\\{\\}"$`, 'u'),
  );
  t.is(lines.length, 4);

  const ndjson = await exported(tenant.id, owner, '?format=ndjson');
  t.is(ndjson.type, 'application/x-ndjson; charset=utf-8');
  const events = ndjson.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; type: string; actor: unknown; data: unknown });
  t.is(events[0]?.id, id);
  t.deepEqual(
    events.map(({ type, actor }) => [type, actor]),
    [
      ['tenant.updated', { kind: 'system', id: null }],
      ['tenant.updated', { kind: 'user', id: tenant.owner.userId }],
      ['session.started', { kind: 'user', id: tenant.owner.userId }],
    ],
  );
});

test('an export has the events of a range', async (t) => {
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const today = new Date().toISOString().slice(0, 10);
  const rows = async (query: string) =>
    (await exported(tenant.id, owner, query)).text.trimEnd().split('\r\n').length - 1;
  t.is(await rows(`?from=${today}&to=${today}`), 1);
  t.is(await rows('?to=2020-01-01'), 0);
  t.is(await rows('?from=2199-01-01T00:00:00Z'), 0);
  for (const query of ['?format=xml', '?from=yesterday', '?to=2020-13-01', '?other=1'])
    t.is((await exported(tenant.id, owner, query)).status, 422, query);
});

test('only managers can export', async (t) => {
  const [tenant, other] = await Promise.all([freshTenant(server), freshTenant(server)]);
  const [admin, member] = [await addMember(server, tenant.id, 'admin'), await addMember(server, tenant.id, 'member')];
  for (const [token, status] of [
    [await tokenOf(server.issuer, admin.email, tenant.slug), 200],
    [(await addSuperAdmin(server)).token, 200],
    [await tokenOf(server.issuer, member.email, tenant.slug), 403],
    [await tokenOf(server.issuer, other.owner.email, other.slug), 404],
    [await eventMachine(server, tenant.id), 403],
    [await eventMachine(server, other.id), 404],
  ] as const)
    t.is((await exported(tenant.id, token)).status, status);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.is((await exported(tenant.id, owner)).status, 403);
});
