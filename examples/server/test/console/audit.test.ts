import { randomUUID } from 'node:crypto';
import { eventTypes } from '@org/identity-core';
import test from 'ava';
import { type AddedEvent, addEventsTo } from '../support/console-events.js';
import { textOf, type Visit, type Visitor, visitAs, visitors } from '../support/console-visitors.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const addEvents = (tenantId: string, ...events: AddedEvent[]) => addEventsTo(server, tenantId, events);
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row">(.*?)(?=<tr>|<\/tbody>)/gu)].map(([, row = '']) => textOf(row).trim());
const auditOf = (tenant: { slug: string }) => `/console/${tenant.slug}/audit`;
const fileOf = async (visit: Visit, path: string) => {
  const response = await visit.browser.request('GET', new URL(path, visit.start.url));
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const statusOf: Record<Visitor, number> = {
  owner: 200,
  admin: 200,
  'super admin': 200,
  member: 403,
  'owner of another tenant': 404,
};

for (const visitor of visitors) {
  const status = statusOf[visitor];
  const may = status === 200;
  test(`the audit trail ${may ? 'is read by' : 'is closed to'} a visitor who is: ${visitor}`, async (t) => {
    const tenant = await freshTenant(server);
    const path = auditOf(tenant);
    await addEvents(tenant.id, { type: 'member.suspended', data: { mark: 'trail-of-this-tenant' } });
    const visit = await visitAs(server, tenant, visitor);
    const page = await visit.open(path);
    t.is(page.status, status);
    t.is(page.html.includes('trail-of-this-tenant'), may);
    const overview = await visit.open(`/console/${tenant.slug}`);
    t.is(overview.html.includes(`href="${path}"`), may);
    t.is(overview.html.includes('trail-of-this-tenant'), may, 'also in the latest events of the overview');
    const file = await fileOf(visit, `${path}?download=events`);
    t.is(file.status, status);
    t.is(file.text.includes('trail-of-this-tenant'), may);
  });
}

test('events are listed newest first, in words and with names', async (t) => {
  const tenant = await freshTenant(server);
  const ada = await addMember(server, tenant.id, 'member');
  await server.identity.db.user.update({ where: { id: ada.userId }, data: { displayName: 'Ada Lovelace' } });
  const application = await server.identity.db.application.findFirstOrThrow();
  const actor = { kind: 'user', id: tenant.owner.userId } as const;
  await addEvents(
    tenant.id,
    {
      type: 'tenant.updated',
      actor,
      subjectId: tenant.id,
      data: { changed: ['name', 'mfaPolicy'], mfaPolicy: 'REQUIRED' },
    },
    { type: 'member.role_changed', actor, subjectId: ada.userId, data: { role: 'admin', previousRole: 'member' } },
    {
      type: 'seat.granted',
      actor: { kind: 'machine', id: 'crm-sync' },
      subjectId: ada.userId,
      data: { seatId: randomUUID(), applicationId: application.id },
    },
    { type: 'seat.revoked', subjectId: ada.userId, data: { applicationId: application.id, cause: 'member.suspended' } },
  );
  const visit = await visitAs(server, tenant, 'owner');
  const rows = rowsOf((await visit.open(auditOf(tenant))).html);
  t.is(rows.length, 4);
  t.regex(rows[0] ?? '', /UTC Ada Lovelace lost the seat of .+, because they were suspended Done by The system /u);
  t.regex(rows[1] ?? '', /UTC The client crm-sync gave Ada Lovelace a seat of /u);
  t.false(/seat ?Id/iu.test(rows[1] ?? ''), 'an id without a name is left out');
  t.regex(rows[2] ?? '', /UTC \S+@people\.test changed the role of Ada Lovelace from member to admin Done by /u);
  t.regex(rows[3] ?? '', /UTC \S+ changed the organization Fresh ?: name, second factor required Done by /u);
});

test('people who are not members of the tenant are not named', async (t) => {
  const [tenant, other] = [await freshTenant(server), await freshTenant(server)];
  const stranger = other.owner;
  await server.identity.db.user.update({ where: { id: stranger.userId }, data: { displayName: 'Secret Stranger' } });
  await addEvents(tenant.id, {
    actor: { kind: 'user', id: stranger.userId },
    subjectId: stranger.userId,
    data: { membershipId: other.owner.membershipId, who: stranger.userId, tenant: other.id },
  });
  const visit = await visitAs(server, tenant, 'owner');
  const { html } = await visit.open(auditOf(tenant));
  t.false(html.includes('Secret Stranger'));
  t.false(html.includes(stranger.email));
  t.true(html.includes(`…${stranger.userId.slice(-8)}`));
  const { text } = await fileOf(visit, `${auditOf(tenant)}?download=events`);
  t.false(text.includes('Secret Stranger') || text.includes(stranger.email));
  t.true(text.includes(stranger.userId));
});

test('events are filtered by type, by person and by day, also together', async (t) => {
  const tenant = await freshTenant(server);
  const [ada, bob] = [await addMember(server, tenant.id, 'admin'), await addMember(server, tenant.id, 'member')];
  const by = (userId: string) => ({ kind: 'user', id: userId }) as const;
  const at = (time: string) => new Date(`2026-03-${time}Z`);
  await addEvents(
    tenant.id,
    {
      type: 'member.added',
      actor: by(ada.userId),
      subjectId: bob.userId,
      data: { n: 1 },
      occurredAt: at('01T00:00:00.000'),
    },
    {
      type: 'member.suspended',
      actor: by(ada.userId),
      subjectId: bob.userId,
      data: { n: 2 },
      occurredAt: at('01T23:59:59.999'),
    },
    {
      type: 'member.suspended',
      actor: by(ada.userId),
      subjectId: ada.userId,
      data: { n: 3 },
      occurredAt: at('02T00:00:00.000'),
    },
    {
      type: 'member.removed',
      actor: by(bob.userId),
      subjectId: randomUUID(),
      data: { n: 4 },
      occurredAt: at('03T12:00:00.000'),
    },
    { type: 'member.removed', subjectId: null, data: { n: 5 }, occurredAt: at('04T12:00:00.000') },
  );
  const visit = await visitAs(server, tenant, 'owner');
  const numbers = async (query: Record<string, string>) => {
    const search = new URLSearchParams(query);
    const rows = rowsOf((await visit.open(`${auditOf(tenant)}?${search}`)).html);
    const shown = rows.map((row) => Number(/\bN (\d)/u.exec(row)?.[1]));
    const { text } = await fileOf(visit, `${auditOf(tenant)}?${search}&download=events`);
    t.deepEqual(
      [...text.matchAll(/\{""n"":(\d)\}/gu)].map(([, n]) => Number(n)),
      shown,
      'the file has the same events',
    );
    return shown;
  };
  t.deepEqual(await numbers({}), [5, 4, 3, 2, 1]);
  t.deepEqual(await numbers({ type: 'member.suspended' }), [3, 2]);
  t.deepEqual(await numbers({ search: ada.email.toUpperCase() }), [3, 2, 1]);
  t.deepEqual(await numbers({ search: bob.userId }), [4, 2, 1]);
  t.deepEqual(await numbers({ search: bob.email, type: 'member.suspended' }), [2]);
  t.deepEqual(await numbers({ from: '2026-03-02' }), [5, 4, 3]);
  t.deepEqual(await numbers({ to: '2026-03-01' }), [2, 1]);
  t.deepEqual(await numbers({ from: '2026-03-01', to: '2026-03-01' }), [2, 1]);
  t.deepEqual(await numbers({ from: '2026-03-02', to: '2026-03-03', search: bob.email, type: 'member.removed' }), [4]);
  t.deepEqual(await numbers({ from: '2026-03-05' }), []);
});

test('a person is found by the email of a member only, and an id finds events of this tenant only', async (t) => {
  const [tenant, other] = [await freshTenant(server), await freshTenant(server)];
  const actor = { kind: 'user', id: other.owner.userId } as const;
  await addEvents(other.id, { actor, data: { mark: 'of-another-tenant' } });
  const visit = await visitAs(server, tenant, 'owner');
  const byEmail = await visit.open(`${auditOf(tenant)}?search=${encodeURIComponent(other.owner.email)}`);
  const byNobody = await visit.open(`${auditOf(tenant)}?search=nobody%40people.test`);
  t.true(byEmail.html.includes('No member has this email.') && byNobody.html.includes('No member has this email.'));
  const byId = await visit.open(`${auditOf(tenant)}?search=${other.owner.userId}`);
  t.true(byId.html.includes('No events match these filters.'));
  for (const page of [byEmail, byId]) t.false(page.html.includes('of-another-tenant'));
  const last = await server.identity.db.event.findFirstOrThrow({ where: { tenantId: other.id } });
  const after = await visit.open(`${auditOf(tenant)}?after=${last.id}`);
  t.is(after.status, 200);
  t.false(after.html.includes('of-another-tenant'));
});

test('long lists are read page by page, and keep their filters', async (t) => {
  const tenant = await freshTenant(server);
  const rows = Array.from({ length: 120 }, (_, n) => ({
    type: 'member.added',
    tenantId: tenant.id,
    actorKind: 'system',
    data: { n },
  }));
  for (const data of rows) await server.identity.db.event.create({ data });
  await addEvents(tenant.id, { type: 'member.removed' });
  const visit = await visitAs(server, tenant, 'owner');
  let path: string | undefined = `${auditOf(tenant)}?type=member.added`;
  const seen: number[] = [];
  const sizes: number[] = [];
  while (path) {
    const { html }: { html: string } = await visit.open(path);
    const found = rowsOf(html).map((row) => Number(/\bN (\d+)/u.exec(row)?.[1]));
    sizes.push(found.length);
    seen.push(...found);
    path = /<a href="([^"]+)">Next page<\/a>/u.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  t.deepEqual(sizes, [40, 40, 40]);
  t.deepEqual(seen, rows.map(({ data }) => data.n).reverse());
  const overview = await visit.open(`/console/${tenant.slug}`);
  t.is(rowsOf(overview.html).length, 10, 'the overview shows the latest ten');
});

test('values in the query that are not valid are ignored', async (t) => {
  const tenant = await freshTenant(server);
  await addEvents(tenant.id, {});
  const visit = await visitAs(server, tenant, 'owner');
  for (const query of [
    { type: '__proto__' },
    { type: "x' OR 1=1" },
    { from: '2026-02-30', to: 'yesterday' },
    { from: '-271821-04-20', to: '+275760-09-13' },
    { from: '1999-12-31', to: '9999-12-31' },
    { after: 'not-an-id' },
    { search: '   ' },
  ] as Record<string, string>[]) {
    const page = await visit.open(`${auditOf(tenant)}?${new URLSearchParams(query)}`);
    t.is(page.status, 200, JSON.stringify(query));
    t.is(rowsOf(page.html).length, 1, JSON.stringify(query));
  }
  for (const search of ['<script>alert(1)</script>', "' OR '1'='1", 'ä'.repeat(1000), '%', '__proto__']) {
    const page = await visit.open(`${auditOf(tenant)}?${new URLSearchParams({ search })}`);
    t.is(page.status, 200, search.slice(0, 40));
    t.is(rowsOf(page.html).length, 0);
    t.false(page.html.includes('<script>alert'));
  }
});

test('hostile names and data are shown as text, and are no formulas in the file', async (t) => {
  const tenant = await freshTenant(server);
  const evil = await addMember(server, tenant.id, 'member');
  await server.identity.db.user.update({
    where: { id: evil.userId },
    data: { displayName: '=HYPERLINK("https://evil.test","<b>x</b>")' },
  });
  await addEvents(
    tenant.id,
    {
      actor: { kind: 'user', id: evil.userId },
      subjectId: evil.userId,
      data: { '<i>key</i>': '<script>alert(1)</script>', long: 'x'.repeat(20_000) },
    },
    { actor: { kind: 'machine', id: '@SUM(1)' }, subjectId: '+1+1', data: { line: 'a\r\n=1+1,"b"' } },
    { actor: { kind: 'machine', id: '-2+3' }, subjectId: '\t=1' },
  );
  const visit = await visitAs(server, tenant, 'owner');
  const { html } = await visit.open(auditOf(tenant));
  for (const markup of ['<script>alert', '<i>key', '<b>x']) t.false(html.includes(markup), markup);
  t.true(Buffer.byteLength(html) < 60_000, 'a long value is cut');
  const { text, headers } = await fileOf(visit, `${auditOf(tenant)}?download=events`);
  t.is(headers.get('content-disposition'), `attachment; filename="events-${tenant.slug}.csv"`);
  t.regex(headers.get('content-type') ?? '', /^text\/csv/u);
  const cells = text.split(/\r\n/u).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/u));
  const formulas = cells.filter((cell) => /^"?[=+\-@\t\r]/u.test(cell));
  t.deepEqual(formulas, []);
  t.true(text.includes(`"'=HYPERLINK(""https://evil.test""`));
});

test('a file of many events has each of them once, with names and ids', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = tenant.owner;
  await server.identity.db.$executeRaw`
    INSERT INTO identity.events (id, type, tenant_id, actor_kind, actor_id, subject_id)
    SELECT gen_random_uuid(), 'member.added', ${tenant.id}::uuid, 'user', ${userId}, ${userId} FROM generate_series(1, 1300)`;
  const visit = await visitAs(server, tenant, 'owner');
  const { text } = await fileOf(visit, `${auditOf(tenant)}?download=events`);
  const lines = text.trim().split('\r\n');
  t.is(lines[0], 'Id,Time (UTC),Event,Type,Kind of actor,Actor,Actor id,Subject,Subject id,Data');
  t.is(lines.length, 1301);
  t.is(new Set(lines).size, 1301);
  t.true(
    lines
      .slice(1)
      .every((line) =>
        line.includes(`"Member added","member.added","user","${email}","${userId}","${email}","${userId}",`),
      ),
  );
});

test('every type of event has its words in the filter, in English and German', async (t) => {
  const tenant = await freshTenant(server);
  await addEvents(tenant.id, { type: 'member.suspended', data: { role: 'owner' } });
  const visit = await visitAs(server, tenant, 'owner');
  const english = await visit.open(auditOf(tenant));
  for (const type of eventTypes()) t.true(english.html.includes(`<option value="${type}">`), type);
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  const german = await (await visitAs(server, tenant, 'owner')).open(auditOf(tenant));
  t.regex(german.html, /<h1>Protokoll<\/h1>/u);
  t.regex(
    rowsOf(german.html)[0] ?? '',
    /UTC Das System hat ein ehemaliges Mitglied gesperrt .*Rolle Inhaber Typ member\.suspended /u,
  );
});
