import test from 'ava';
import { directoryScene, freshEmail, startScimServer, type TestServer } from '../support/scim.js';
import { send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A directory with a user whose account it has created, and who can sign in. */
async function scene() {
  const directory = await directoryScene(server);
  const { id, email } = await directory.addUser();
  const { userId } = await directory.rowOf(id);
  const where = { id: userId ?? '' };
  // A password, so that the test can sign in.
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  await db().user.update({ where, data: { passwordHash } });
  const account = () => db().user.findUniqueOrThrow({ where });
  const rename = (value: string) => directory.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value });
  return { ...directory, directoryId: directory.id, id, email, userId: userId ?? '', account, rename };
}

test('an email that a directory changes is mailed to both, and ends sessions and open resets', async (t) => {
  const { email, userId, account, rename, ownEmail } = await scene();
  const token = await tokenOf(server.issuer, email);
  const me = () => send(server.issuer, 'GET', '/api/users/me', token);
  t.is((await me()).status, 200);
  const secretHash = crypto.getRandomValues(new Uint8Array(32));
  await db().passwordReset.create({ data: { userId, secretHash, expiresAt: new Date(Date.now() + 60_000) } });
  const { signInEpoch } = await account();
  const moved = ownEmail();
  t.is((await rename(moved)).status, 200);
  t.like(await account(), { email: moved, emailVerified: true, signInEpoch: signInEpoch + 1 });
  t.is((await me()).status, 401);
  t.is(await db().passwordReset.count({ where: { userId } }), 0);
  for (const recipient of [email, moved]) {
    const { text } = await server.mailbox.mailTo(recipient);
    t.true(text.includes(moved), recipient);
  }
  t.is(await db().event.count({ where: { subjectId: userId, type: 'email.changed' } }), 1);
});

test('another spelling of the same email ends nothing and mails nobody', async (t) => {
  const { email, account, rename } = await scene();
  const token = await tokenOf(server.issuer, email);
  const spelt = email.toUpperCase();
  t.is((await rename(spelt)).status, 200);
  t.is((await account()).email, spelt);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.is(server.mailbox.all.filter(({ to }) => to.toLowerCase() === email).length, 0);
});

test('a directory never changes the email of a super admin, and its log says so', async (t) => {
  const { directoryId, userId, email, account, rename, ownEmail, patch, id } = await scene();
  await db().user.update({ where: { id: userId }, data: { superAdmin: true } });
  const token = await tokenOf(server.issuer, email);
  for (const moved of [ownEmail(), email.toUpperCase(), freshEmail()]) {
    t.is((await rename(moved)).status, 200);
    t.is((await account()).email, email);
  }
  const emails = [{ type: 'work', primary: true, value: ownEmail() }];
  await patch(`/Users/${id}`, { op: 'replace', path: 'emails', value: emails });
  t.is((await account()).email, email);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.is(await db().event.count({ where: { subjectId: userId, type: 'email.changed' } }), 0);
  const { outcomes } = await db().directoryLogEntry.findFirstOrThrow({
    where: { resourceId: id },
    orderBy: { id: 'desc' },
  });
  // Somebody has to hand a super admin over before any of it is passed on.
  t.true(outcomes.includes('kept'));
  await db().directoryMember.create({ data: { directoryId, userId, adoptedAt: new Date() } });
  t.is((await rename(ownEmail())).status, 200);
  t.is((await account()).email, email, 'not even then');
});
