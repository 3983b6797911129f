import { randomBytes, randomUUID } from 'node:crypto';
import { webhooks } from '@org/identity-server';
import test from 'ava';
import { comeDue, type DeletionServer, deleteAccount, startDeletionServer } from '../support/account-deletion.js';
import { plantConnection } from '../support/connection-changes.js';
import { plantData, plantPending } from '../support/plant-data.js';
import { scimCall, userSchema } from '../support/scim.js';
import { signIn } from '../support/sign-in.js';
import { rowsWith, storedRows } from '../support/stored-rows.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer([webhooks()]);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const acme = '019a0000-0000-7000-8000-0000000000c1';

/**
 * What still names an erased person, with the reason. docs/flows/account-deletion.md has the same list.
 */
const kept = {
  id: {
    events: 'the audit trail says who did what; the id refers to no account any more',
    seat_periods: 'what was paid for can be checked later',
  },
  email: {},
};

type Person = { userId: string; email: string };
/** The same email, as somebody else writes it. */
const otherwise = (email: string) => `${email.slice(0, 1).toUpperCase()}${email.slice(1)}`;

/** What others have stored about the person: directories, imports, webhooks, links, policies, plans. */
async function plantTraces(person: Person): Promise<void> {
  await plantDirectories(person);
  await plantConnectionTraces(person);
  await plantImport(person);
  await plantDelivery(person);
  const { userId } = person;
  await db().subscription.updateMany({
    where: { seats: { some: { userId } } },
    data: { pendingQuantity: 1, pendingAt: new Date(Date.now() + 86_400_000), pendingUsers: [userId] },
  });
}

/** A directory of another tenant: a user that it invited, requests that were refused, and a member whom it waits for. */
async function plantDirectories({ userId, email }: Person): Promise<void> {
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/directories`;
  const { body } = await send(server.issuer, 'POST', path, owner, { name: 'Okta' });
  const call = async (method: string, to: string, sent: unknown) => {
    const url = `${String(body['baseUrl'])}${to}`;
    return (await scimCall(url, { method, token: String(body['token']), body: sent })).body;
  };
  const schemas = [userSchema];
  // Refused: no boolean, and a path that does not exist.
  await call('POST', '/Users', { schemas, userName: otherwise(email), active: 'perhaps' });
  const { id } = await call('POST', '/Users', { schemas, userName: otherwise(email), title: 'Boss' });
  const operation = { op: 'add', path: `friends[value eq "${otherwise(email)}"]`, value: 'x' };
  const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
  await call('PATCH', `/Users/${String(id)}`, { schemas: [patchSchema], Operations: [operation] });
  const { id: group } = await call('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: `Group of ${randomUUID()}`,
  });
  await call('PATCH', `/Groups/${String(group)}`, { schemas: [patchSchema], Operations: [operation] });
  const { id: directoryId } = await db().directory.create({ data: { tenantId: acme, name: 'Entra ID' } });
  await db().directoryMember.create({ data: { directoryId, userId, adoptedAt: new Date() } });
  await db().membership.updateMany({ where: { tenantId: acme, userId }, data: { role: 'owner' } });
  await db().givenRole.create({ data: { tenantId: acme, userId } });
  await db().tenant.update({
    where: { id: acme },
    data: {
      policy: { requireSso: false, breakGlass: [userId], sessionHours: 8, idleMinutes: null, allowedNetworks: [] },
    },
  });
}

/** Rows that connections store, in the spelling of others. */
async function plantConnectionTraces({ email }: Person): Promise<void> {
  const connectionId = await plantConnection(server, acme, 'ACTIVE');
  const attempt = { connectionId, result: 'REFUSED', reason: 'no_email', email: otherwise(email) } as const;
  await db().connectionAttempt.create({ data: attempt });
  const { userId: createdById } = await addMember(server, acme, 'owner');
  const link = { tenantId: acme, createdById, email: otherwise(email), secretHash: Uint8Array.from(randomBytes(32)) };
  await db().setupLink.create({ data: { ...link, expiresAt: new Date(Date.now() + 86_400_000) } });
}

async function plantImport({ userId, email }: Person): Promise<void> {
  const started = { actorKind: 'user', actorId: userId, status: 'DONE', endedAt: new Date() } as const;
  const { id: importId } = await db().import.create({ data: started });
  const line = { importId, email: otherwise(email), normalizedEmail: email.toLowerCase() };
  await db().importLine.create({ data: { ...line, line: 1, result: 'CHANGED' } });
}

/** A receiver of webhooks that repeats what it got. */
async function plantDelivery({ userId, email }: Person): Promise<void> {
  const { id: webhookId } = await db().webhook.create({
    data: { tenantId: acme, url: 'https://hooks.test/', events: ['*'], secret: Uint8Array.from(randomBytes(32)) },
  });
  const event = await db().event.findFirstOrThrow({ where: { subjectId: userId, tenantId: acme } });
  const place = { webhookId, eventId: event.id, horizon: 1n, seq: 1n, type: event.type };
  const said = { responseBody: `got ${userId} of ${otherwise(email)}`, lastError: `no ${email}` };
  await db().webhookDelivery.create({ data: { ...place, status: 'FAILED', ...said } });
}

test('after erasing, no table has the email or the id of the person, but for what the docs name', async (t) => {
  const bystander = await addUser(server);
  await plantData(server, bystander, acme);
  await plantDelivery(bystander);
  const person = await addUser(server);
  const { userId, email } = person;
  const { tokens } = await signIn(server.issuer, { email });
  await plantData(server, person, acme);
  await plantTraces(person);
  // The account itself has capitals from now on.
  await db().user.update({ where: { id: userId }, data: { email: email.toUpperCase() } });
  t.is((await deleteAccount(server, tokens.access_token)).status, 200);
  await plantPending(server, person);
  await comeDue(server, userId);
  const before = await storedRows(server);
  await server.erase();
  const after = await storedRows(server);
  t.is(await db().user.count({ where: { id: userId } }), 0);
  t.deepEqual(Object.keys(rowsWith(after, userId)), Object.keys(kept.id));
  t.deepEqual(Object.keys(rowsWith(after, email)), Object.keys(kept.email));
  for (const text of [bystander.userId, bystander.email]) t.deepEqual(rowsWith(after, text), rowsWith(before, text));
});
