import { randomUUID } from 'node:crypto';
import test from 'ava';
import { comeDue, type DeletionServer, deleteAccount, startDeletionServer } from '../support/account-deletion.js';
import { signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A directory with a log. */
async function directoryLog() {
  const { id: tenantId } = await freshTenant(server);
  const { id: directoryId } = await db().directory.create({ data: { tenantId, name: 'Entra ID' } });
  return async (subject: string | null, detail: string | null) => {
    const request = { directoryId, method: 'POST', resource: 'User', attributes: [], outcomes: [] };
    const data = { ...request, result: 'REFUSED', subject, detail } as const;
    return (await db().directoryLogEntry.create({ data })).id;
  };
}

/** Adds an account with this email and erases it. */
async function eraseAccount(email: string): Promise<void> {
  const { userId } = await addUser(server, email);
  const { tokens } = await signIn(server.issuer, { email });
  await deleteAccount(server, tokens.access_token);
  await comeDue(server, userId);
  await server.erase();
}

test('an erasure clears what quotes the email, and leaves emails that only contain it', async (t) => {
  const add = await directoryLog();
  const domain = `${randomUUID().slice(0, 8)}.test`;
  const email = `a@${domain}`;
  const others = [
    `maria@${domain}`,
    `m.a@${domain}`,
    `m-a@${domain}`,
    `m+a@${domain}`,
    `m_a@${domain}`,
    `a@${domain}.evil`,
    `a@${domain}-more`,
  ];
  const kept = await Promise.all(
    others.map(async (other) => ({ id: await add(other, `The path "${other}" is wrong.`), other })),
  );
  const own = await Promise.all([
    add(email, 'refused'),
    add(email.toUpperCase(), null),
    add('group', `The path "friends[value eq "${email}"]" is wrong.`),
    add('group', `'${email.toUpperCase()}'`),
    add('group', `There is ${email}.`),
    add('group', email),
  ]);
  await eraseAccount(email);
  for (const { id, other } of kept)
    t.like(await db().directoryLogEntry.findUniqueOrThrow({ where: { id } }), {
      subject: other,
      detail: `The path "${other}" is wrong.`,
    });
  for (const id of own) {
    const { subject, detail } = await db().directoryLogEntry.findUniqueOrThrow({ where: { id } });
    t.true(subject === null || subject === 'group', String(subject));
    t.is(detail, null);
  }
});

test('an export has the entries about an email only if the account has verified it', async (t) => {
  const add = await directoryLog();
  const { userId, email } = await addUser(server);
  await add(email, 'secret of the directory');
  const exported = async () => {
    const token = await tokenOf(server.issuer, email);
    const { body } = await send(server.issuer, 'GET', '/api/users/me/export', token);
    return (body['sections'] as { scim: { log: { subject: string }[] } }).scim.log.map(({ subject }) => subject);
  };
  t.deepEqual(await exported(), [email]);
  await db().user.update({ where: { id: userId }, data: { emailVerified: false } });
  t.deepEqual(await exported(), []);
});
