import { randomUUID } from 'node:crypto';
import test from 'ava';
import { crm, random } from '../support/licensing-api.js';
import { addSuperAdmin, platformMachine } from '../support/platform-api.js';
import { openPlatform } from '../support/platform-pages.js';
import { addUser, freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** The searches of an operator, oldest first. */
async function searchesOf(actorId: string) {
  const where = { type: 'user.searched', actorId };
  const events = await server.identity.db.event.findMany({ where, orderBy: { id: 'asc' } });
  return events.map(({ actorKind, tenantId, subjectId, data }) => ({ actorKind, tenantId, subjectId, data }));
}

interface SearchData {
  place: string;
  textHash: string;
  found: number;
}
const dataOf = ({ data }: { data: unknown }) => data as SearchData;

test('a search of users by the API is an event with a keyed hash of the text and the number of results', async (t) => {
  const admin = await addSuperAdmin(server);
  const { email, userId } = await addUser(server);
  const search = (text: string) =>
    send(server.issuer, 'GET', `/api/platform/users?search=${encodeURIComponent(text)}`, admin.token);
  for (const text of [email, ` ${email.toUpperCase()}`, userId, `nobody-${randomUUID()}`])
    t.is((await search(text)).status, 200);
  const events = await searchesOf(admin.userId);
  t.deepEqual(
    events.map((event) => dataOf(event).found),
    [1, 1, 1, 0],
  );
  for (const event of events) {
    t.like(event, { actorKind: 'user', tenantId: null, subjectId: null, data: { place: 'people' } });
    t.regex(dataOf(event).textHash, /^[\w-]{43}$/u);
  }
  const [first, second, third] = events.map((event) => dataOf(event).textHash);
  t.is(first, second, 'the same text in other letters');
  t.not(first, third);
  t.false(JSON.stringify(events).includes(email));
  t.is((await send(server.issuer, 'GET', '/api/platform/users', admin.token)).status, 200);
  t.is((await searchesOf(admin.userId)).length, 4, 'a list without a search is none');
});

test('the next pages of a search are part of it, but not without its first page', async (t) => {
  const admin = await addSuperAdmin(server);
  const page = (text: string, number: number) =>
    send(server.issuer, 'GET', `/api/platform/users?search=${text}&limit=1&page=${number}`, admin.token);
  for (const number of [1, 2, 3, 2]) t.is((await page('people', number)).status, 200);
  t.is((await searchesOf(admin.userId)).length, 1);
  await page('test', 2);
  t.is((await searchesOf(admin.userId)).length, 2);
  await page('people', 1);
  t.is((await searchesOf(admin.userId)).length, 3);
});

test('a machine that searches is named', async (t) => {
  const token = await platformMachine(server);
  const text = randomUUID();
  t.is((await send(server.issuer, 'GET', `/api/platform/users?search=${text}`, token)).status, 200);
  t.is(await server.identity.db.event.count({ where: { type: 'user.searched', actorKind: 'machine' } }), 1);
});

test('the pages of people, of the explanation and of the audit trail record what an operator searched for', async (t) => {
  const operator = await openPlatform(server);
  const { email } = await addUser(server);
  const { slug } = await freshTenant(server);
  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const explained = { tenant: slug, application: crm, feature: '' };
  for (const path of [
    `people?${query({ search: email })}`,
    `explain?${query({ ...explained, person: email })}`,
    `explain?${query({ ...explained, person: `nobody-${email}` })}`,
    `explain?${query({ ...explained, person: email, application: random })}`,
    `audit?${query({ search: email })}`,
    `audit?${query({ search: `nobody-${email}` })}`,
    'people?status=ACTIVE',
    'audit?type=user.viewed',
  ])
    t.is((await operator.open(path)).status, 200, path);
  t.deepEqual(
    (await searchesOf(operator.userId)).map((event) => [dataOf(event).place, dataOf(event).found]),
    [
      ['people', 1],
      ['explanation', 1],
      ['explanation', 0],
      ['explanation', 1],
      ['audit', 1],
      ['audit', 0],
    ],
  );
  const { html } = await operator.open('audit?type=user.searched');
  t.true(html.includes('People searched by an operator'));
});
