import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { hashId } from '../../src/ids.js';
import { createOidcAdapter, findTokenState } from '../../src/index.js';
import { newId } from '../support/models.js';
import { openRecordedPool } from '../support/recorded-pool.js';
import { expire } from '../support/store.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const saveTenant = () => database.db.tenant.create({ data: { name: 'A tenant', slug: randomUUID() } });
const state = (jti: string) => findTokenState(database.pool, jti);

/** A machine with a token of its secret; without one, it is a token of the previous version. */
async function machine(options: { tenantId?: string; withoutSecret?: true } = {}) {
  const { db } = database;
  const scopes = ['licenses:read', 'licenses:write', 'tenants:read'];
  const client = await db.client.create({
    data: { id: randomUUID(), name: 'A machine', type: 'MACHINE', tenantId: options.tenantId ?? null, scopes },
  });
  const { id: secretId } = await db.clientSecret.create({ data: { clientId: client.id, hash: randomBytes(32) } });
  const jti = newId();
  const payload = { jti, kind: 'ClientCredentials', clientId: client.id, scope: 'licenses:read licenses:write' };
  await createOidcAdapter(database.pool)('ClientCredentials').upsert(jti, payload, 600);
  const where = { idHash_kind: { idHash: Uint8Array.from(hashId(jti)), kind: 'ClientCredentials' } };
  if (!options.withoutSecret) await db.oidcToken.update({ where, data: { clientSecretId: secretId } });
  return { client, jti, secretId };
}

test("the token of a tenant's machine tells client, scopes and tenant", async (t) => {
  const tenant = await saveTenant();
  const { jti, client } = await machine({ tenantId: tenant.id });
  t.deepEqual(await state(jti), {
    kind: 'machine',
    clientId: client.id,
    applicationId: null,
    scopes: ['licenses:read', 'licenses:write'],
    tenantId: tenant.id,
  });
});

test('the token of a machine of the whole platform has no tenant', async (t) => {
  const { jti } = await machine();
  t.like(await state(jti), { kind: 'machine', tenantId: null });
});

interface MachineToken {
  jti: string;
  clientId: string;
  secretId: string;
  tenantId: string;
}
const expireSecret = ({ secretId }: MachineToken, expiresAt: Date) =>
  database.db.clientSecret.update({ where: { id: secretId }, data: { expiresAt } });
const machineEnds: Record<string, (given: MachineToken) => Promise<unknown>> = {
  'the token expired': ({ jti }) => expire(database.pool, 'oidc_tokens', jti),
  'the token was deleted': async ({ jti }) => createOidcAdapter(database.pool)('ClientCredentials').destroy(jti),
  'the client was deleted': ({ clientId }) => database.db.client.delete({ where: { id: clientId } }),
  'its tenant was deleted': ({ tenantId }) => database.db.tenant.delete({ where: { id: tenantId } }),
  'its secret was deleted': ({ secretId }) => database.db.clientSecret.delete({ where: { id: secretId } }),
  'its secret has expired': (given) => expireSecret(given, new Date(Date.now() - 1)),
};
for (const [title, end] of Object.entries(machineEnds)) {
  test(`a token of a machine opens nothing once ${title}`, async (t) => {
    const tenant = await saveTenant();
    const { jti, client, secretId } = await machine({ tenantId: tenant.id });
    t.truthy(await state(jti));
    await end({ jti, clientId: client.id, secretId, tenantId: tenant.id });
    t.is(await state(jti), undefined);
  });
}

test('a token of a machine lives while its secret has a grace left, and whatever happens to its other secrets', async (t) => {
  const { jti, client, secretId } = await machine();
  const other = await database.db.clientSecret.create({ data: { clientId: client.id, hash: randomBytes(32) } });
  await database.db.clientSecret.update({
    where: { id: secretId },
    data: { expiresAt: new Date(Date.now() + 60_000) },
  });
  await database.db.clientSecret.delete({ where: { id: other.id } });
  t.truthy(await state(jti));
});

test('a token of the previous version, which names no secret, lives until its client ends all machine tokens', async (t) => {
  const { jti, client, secretId } = await machine({ withoutSecret: true });
  await database.db.clientSecret.delete({ where: { id: secretId } });
  t.truthy(await state(jti));
  const machineTokensFrom = new Date(Date.now() + 1000);
  await database.db.client.update({ where: { id: client.id }, data: { machineTokensFrom } });
  t.is(await state(jti), undefined);
});

test('a machine loses a scope in its tokens, too', async (t) => {
  const { jti, client } = await machine();
  await database.db.client.update({ where: { id: client.id }, data: { scopes: ['licenses:read'] } });
  t.like(await state(jti), { scopes: ['licenses:read'] });
  await database.db.client.update({ where: { id: client.id }, data: { scopes: [] } });
  t.like(await state(jti), { scopes: [] });
});

test('the state of a machine token is found with one statement', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const { jti } = await machine();
  t.truthy(await findTokenState(pool, jti));
  t.is(statements.length, 1);
});
