import test from 'ava';
import {
  directoryScene,
  groupSchema,
  patchSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';
import { send } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

/** As a filter writes characters that PostgreSQL cannot store. */
const escapes = [String.raw`\u0000`, String.raw`a\u0000b`, String.raw`\ud800`, String.raw`\udc00x`];

const filters: Record<string, (text: string) => string[]> = {
  Users: (text) => [
    `userName eq "${text}"`,
    `externalId eq "${text}"`,
    `id eq "${text}"`,
    `emails.value eq "${text}"`,
    `emails[type eq "${text}"].value eq "ann@acme.test"`,
    `active eq true and userName eq "${text}"`,
  ],
  Groups: (text) => [
    `displayName eq "${text}"`,
    `externalId eq "${text}"`,
    `id eq "${text}"`,
    `members.value eq "${text}"`,
  ],
};
for (const [resource, write] of Object.entries(filters))
  test(`a filter of ${resource} with a text that cannot be stored is refused as a filter`, async (t) => {
    const { call } = await directoryScene(server);
    for (const filter of escapes.flatMap(write))
      for (const name of ['filter', 'Filter']) {
        const refused = await call('GET', `/${resource}?${name}=${encodeURIComponent(filter)}`);
        t.is(refused.status, 400, filter);
        t.is(refused.body['scimType'], 'invalidFilter', filter);
      }
  });

test('a path of a PATCH with a text that cannot be stored is refused, and nothing is kept of it', async (t) => {
  const { call, patch, addUser } = await directoryScene(server);
  const { id } = await addUser();
  for (const text of escapes)
    for (const operation of [
      { op: 'add', path: `emails[type eq "${text}"].value`, value: 'ann@acme.test' },
      { op: 'replace', path: `phoneNumbers[type eq "${text}"]`, value: { value: '1' } },
      { op: 'remove', path: `addresses[locality eq "${text}"]` },
      { op: 'add', value: { [`emails[type eq "${text}"].value`]: 'ann@acme.test' } },
    ]) {
      const refused = await patch(`/Users/${id}`, operation);
      t.is(refused.status, 400, JSON.stringify(operation));
      t.is(refused.body['scimType'], 'invalidPath', JSON.stringify(operation));
    }
  const group = await call('POST', '/Groups', { schemas: [groupSchema], displayName: `Group of ${id}` });
  for (const text of escapes) {
    const path = `members[value eq "${text}"]`;
    t.is((await patch(`/Groups/${String(group.body['id'])}`, { op: 'remove', path })).status, 400, text);
  }
  t.is((await call('GET', `/Users/${id}`)).headers.get('etag'), 'W/"1"');
});

test('texts that cannot be stored are refused wherever a request can have one', async (t) => {
  const { call, patch, addUser, baseUrl, token } = await directoryScene(server);
  const { id } = await addUser();
  for (const text of ['\u0000', '\ud800']) {
    for (const path of ['title', 'name.givenName', 'emails[type eq "work"].value', 'externalId'])
      t.is((await patch(`/Users/${id}`, { op: 'add', path, value: text })).status, 400, path);
    t.is((await patch(`/Users/${id}`, { op: 'add', path: `title${text}`, value: 'x' })).status, 400);
  }
  for (const query of [
    'attributes=%00',
    'excludedAttributes=a%00',
    'startIndex=%00',
    'count=1%00',
    'Filter=%00',
    '%00=1',
  ])
    t.is((await call('GET', `/Users?${query}`)).status, 400, query);
  // Neither is UTF-8.
  for (const query of ['filter=%ed%a0%80', 'attributes=%ff'])
    t.is((await call('GET', `/Users?${query}`)).status, 400, query);
  for (const path of ['Users/%00', 'Groups/%00', 'Schemas/%00', 'ResourceTypes/a%00'])
    t.is((await call('GET', `/${path}`)).status, 400, path);
  for (const header of ['If-Match', 'If-None-Match']) {
    const response = await fetch(`${baseUrl}/Users/${id}`, {
      headers: { authorization: `Bearer ${token}`, [header]: '\u00ff"\u0080' },
    });
    t.is(response.status, 200, header);
  }
});

test('a text that cannot be stored keeps nobody from leaving', async (t) => {
  const { call, addUser, memberOf, path, id: directoryId, owner } = await directoryScene(server);
  for (const text of ['\u0000', '\ud800']) {
    const beside: object[] = [
      { op: 'replace', path: 'badge', value: text },
      { op: 'replace', path: 'title', value: text },
      { op: 'replace', path: `badge${text}`, value: 'x' },
      { op: 'replace', path: `emails[type eq "${text}"].value`, value: 'ann@acme.test' },
      { op: 'replace', value: { [`badge${text}`]: text, name: { givenName: text } } },
    ];
    for (const operation of beside) {
      const { id } = await addUser();
      const Operations = [operation, { op: 'replace', path: 'active', value: false }];
      const left = await call('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations });
      t.is(left.status, 200, JSON.stringify([operation, left.body]));
      t.is((await memberOf(id))?.status, 'SUSPENDED', JSON.stringify(operation));
    }
    const { id, email: userName } = await addUser();
    const body = { schemas: [userSchema], userName, active: false, displayName: text, [`badge${text}`]: [{ x: text }] };
    t.is((await call('PUT', `/Users/${id}`, body)).status, 200);
    t.is((await memberOf(id))?.status, 'SUSPENDED');
  }
  t.is((await send(server.issuer, 'GET', `${path}/${directoryId}/log`, owner)).status, 200);
});

test('the log of a refused request never breaks a character in two', async (t) => {
  const { patch, addUser, path, id: directoryId, owner } = await directoryScene(server);
  const { id } = await addUser();
  // At one of both lengths, the cut is in the middle of a character of two code units.
  for (const length of [98, 99])
    t.is((await patch(`/Users/${id}`, { op: 'add', path: `${'x'.repeat(length)}😀😀`, value: 'x' })).status, 400);
  const { status, body } = await send(server.issuer, 'GET', `${path}/${directoryId}/log?result=REFUSED`, owner);
  t.is(status, 200);
  const details = (body['entries'] as { detail: string }[]).map(({ detail }) => detail);
  t.is(details.length, 2);
  for (const detail of details) t.false(/\ufffd|\\ud83d/u.test(JSON.stringify(detail)), detail);
});
