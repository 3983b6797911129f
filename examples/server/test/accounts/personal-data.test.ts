import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import {
  comeDue,
  type DeletionServer,
  deleteAccount,
  enterWaiting,
  startDeletionServer,
} from '../support/account-deletion.js';
import { type Person, plantData, plantPending } from '../support/plant-data.js';
import { readSchemaModels } from '../support/schema-models.js';
import { buildRequest, call, configure, signIn } from '../support/sign-in.js';
import { rowsWith, storedRows } from '../support/stored-rows.js';
import { addUser } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer();
});
test.after.always(() => server?.stop());

const acme = '019a0000-0000-7000-8000-0000000000c1';

test('every model that holds the id of a person is listed by whoever stores it, and no model that is not there', (t) => {
  const models = readSchemaModels();
  const listed = server.host.personalData().flatMap((section) => section.models);
  const personal = models.filter(({ personalFields }) => personalFields.length > 0).map(({ name }) => name);
  t.true(personal.length >= 12, 'the Prisma files were read');
  t.deepEqual(
    personal.filter((name) => !listed.includes(name)),
    [],
  );
  const names = models.map(({ name }) => name);
  t.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
  );
});

test('a model that holds the id of a person is noticed, by a relation or by the name of a column', (t) => {
  const found = readSchemaModels(`
model Note {
  id     String @id
  author User   @relation(fields: [authorId], references: [id])
}

model Visit {
  id        String @id
  accountId String @map("account_id")
}

model Key {
  id String @id
}
`);
  t.deepEqual(
    found.map(({ name, personalFields }) => [name, personalFields]),
    [
      ['Note', ['author']],
      ['Visit', ['accountId']],
      ['Key', []],
    ],
  );
});

/** A user with data in every table. */
async function userWithData(displayName: string) {
  const person = await addUser(server);
  await server.identity.db.user.update({ where: { id: person.userId }, data: { displayName } });
  const { tokens } = await signIn(server.issuer, { email: person.email });
  await plantData(server, person, acme);
  // An interaction with the email as a hint, and an attempt that is counted.
  await enterWaiting(server, person.email, 'wrong');
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { login_hint: person.email });
  await new TestBrowser(server.issuer).open(request.url);
  return { ...person, token: tokens.access_token };
}

const sectionNames = ['events', 'licensing', 'mail', 'sign-in', 'tenants', 'users'];

test('an export holds everything that is stored about a person, in sections, and no secret', async (t) => {
  const { token, email, userId } = await userWithData('Xenia Export');
  const { status, body, headers } = await call(server.issuer, '/api/users/me/export', token);
  t.is(status, 200);
  t.is(headers.get('content-disposition'), 'attachment; filename="personal-data.json"');
  t.is(headers.get('cache-control'), 'no-store');
  t.regex(String(body['exportedAt']), /^\d{4}-.*Z$/u);
  const sections = body['sections'] as Record<string, Record<string, unknown[]>>;
  t.deepEqual(Object.keys(sections).sort(), ['connections', 'scim', ...sectionNames].sort());
  const { users: resources, log } = sections['scim'] ?? {};
  t.like(resources?.[0], { directory: 'Entra ID', userName: email, active: true });
  t.deepEqual(
    (log as { method: string; result: string; directory: string }[]).map(({ method, result }) => [method, result]),
    [
      ['POST', 'APPLIED'],
      ['POST', 'REFUSED'],
      ['DELETE', 'APPLIED'],
    ],
  );
  const { users, tenants, licensing, connections, 'sign-in': signedIn, mail, events } = sections;
  t.like(users, { id: userId, email, displayName: 'Xenia Export', hasPassword: true, signInTries: 1 });
  for (const name of ['emailChange', 'passwordReset', 'emailVerification', 'accountKeep'])
    t.truthy(users?.[name], name);
  const { ssoLinks, registrations, emailCodes } = users ?? {};
  const lists = {
    ...tenants,
    ...licensing,
    ...connections,
    ...signedIn,
    ssoLinks,
    registrations,
    emailCodes,
    mail,
    events,
  };
  for (const [name, list] of Object.entries(lists)) t.true(Array.isArray(list) && list.length > 0, name);
  t.deepEqual(Object.keys(lists).sort(), [
    'attempts',
    'clientUses',
    'consents',
    'emailCodes',
    'events',
    'expected',
    'grants',
    'interactions',
    'invitationsReceived',
    'invitationsSent',
    'licenseMailChanges',
    'licenseRequests',
    'links',
    'logoutNotices',
    'mail',
    'memberships',
    'registrations',
    'requestedApplications',
    'seatLeases',
    'seatPeriods',
    'seats',
    'sessions',
    'setupLinks',
    'ssoLinks',
    'visits',
  ]);
  t.is(tenants?.['invitationsReceived']?.length, 2, 'also the one that was accepted with a former address');
  const text = JSON.stringify(body);
  t.notRegex(text, /secret|hash"|payload|\$argon2|guests\.test/iu);
});

test('after erasing, no table holds the address, the name or the password of the person; only events and periods of seats keep the id', async (t) => {
  const bystander = await userWithData('Byron Bystander');
  const { token, userId, email } = await userWithData('Erna Erased');
  const { db } = server.identity;
  const person: Person = { userId, email };
  // Another user who requested the same email.
  const expiresAt = new Date(Date.now() + 1_000_000);
  const rival = { userId: (await addUser(server)).userId, secretHash: crypto.getRandomValues(new Uint8Array(32)) };
  await db.emailChange.create({ data: { ...rival, newEmail: email.toUpperCase(), normalizedEmail: email, expiresAt } });

  const deletion = await deleteAccount(server, token);
  t.is(deletion.status, 200);
  await server.mailbox.mailTo(email);
  await plantPending(server, person);
  const passwordHash = `$argon2id$of-${userId}`;
  await db.user.update({ where: { id: userId }, data: { passwordHash } });
  await comeDue(server, userId);
  const before = await storedRows(server);
  t.true(Object.keys(rowsWith(before, userId)).length >= 12, 'there is something to erase');
  await server.erase();

  const after = await storedRows(server);
  for (const text of [email, 'Erna Erased', passwordHash]) t.deepEqual(rowsWith(after, text), {}, text);
  t.deepEqual(Object.keys(rowsWith(after, userId)), ['events', 'seat_periods']);
  t.like(await db.event.findFirst({ where: { actorId: userId, type: 'profile.updated' } }), { data: { one: true } });
  t.like(await db.event.findFirst({ where: { type: 'account.erased', subjectId: userId } }), { actorKind: 'system' });
  for (const text of [bystander.userId, bystander.email]) t.deepEqual(rowsWith(after, text), rowsWith(before, text));
});
