import { randomBytes } from 'node:crypto';
import test from 'ava';
import { comeDue, type DeletionServer, deleteAccount, startDeletionServer } from '../support/account-deletion.js';
import { plantConnection } from '../support/connection-changes.js';
import { call, signIn } from '../support/sign-in.js';
import { addUser, freshTenant } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer();
});
test.after.always(() => server?.stop());

const later = () => new Date(Date.now() + 60 * 60 * 1000);
const secretHash = () => new Uint8Array(randomBytes(32));

/** A user whose email others have written in capital letters: a provider, and the owner of a tenant. */
async function namedUser() {
  const { userId, email } = await addUser(server);
  const { id: tenantId, owner } = await freshTenant(server);
  const { db } = server.identity;
  const connectionId = await plantConnection(server, tenantId, 'ACTIVE');
  const written = email.replace(/^./u, (letter) => letter.toUpperCase()).replace('people', 'People');
  await db.connectionAttempt.create({
    data: { connectionId, result: 'REFUSED', reason: 'proof_required', email: written, subject: 'upstream' },
  });
  const link = { tenantId, createdById: owner.userId, email: written, secretHash: secretHash(), expiresAt: later() };
  await db.setupLink.create({ data: link });
  const identity = { issuer: 'https://login.corp.test', subject: 'upstream', email: written, amr: [] };
  await db.connectionVisit.create({
    data: { connectionId, version: 1, identity, secretHash: secretHash(), expiresAt: later(), interactionUid: userId },
  });
  const rows = async () => [
    await db.connectionAttempt.count({ where: { connectionId } }),
    await db.setupLink.count({ where: { tenantId } }),
    await db.connectionVisit.count({ where: { connectionId } }),
  ];
  const { tokens } = await signIn(server.issuer, { email });
  return { userId, written, token: tokens.access_token, rows };
}

test('an erased account leaves its email in no attempt, setup link or visit, however it was written', async (t) => {
  const { userId, token, rows } = await namedUser();
  const bystander = await namedUser();
  t.deepEqual(await rows(), [1, 1, 1]);
  t.is((await deleteAccount(server, token)).status, 200);
  await comeDue(server, userId);
  await server.erase();
  t.deepEqual(await rows(), [0, 0, 0]);
  t.deepEqual(await bystander.rows(), [1, 1, 1]);
});

test('an export has the attempts and setup links with the email of the user, unless it is not verified', async (t) => {
  const { userId, token, written } = await namedUser();
  const exported = async () => {
    const { body } = await call(server.issuer, '/api/users/me/export', token);
    const { connections } = body['sections'] as Record<string, Record<string, { email: string }[]>>;
    return ['attempts', 'setupLinks'].map((name) => connections?.[name]?.map(({ email }) => email));
  };
  t.deepEqual(await exported(), [[written], [written]]);
  await server.identity.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  t.deepEqual(await exported(), [[], []]);
});
