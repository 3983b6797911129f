import { createTestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import { users } from '@org/identity-users';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { createIdentityServer, type IdentityServer, type IdentityServerOptions } from '../../../src/index.js';

const secret = 'a secret for tests only, of more than 32 characters';

async function start(t: ExecutionContext, options: Partial<IdentityServerOptions> = {}) {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const { db, close } = openDatabase({ databaseUrl: url, poolSize: 1 });
  await db.client.create({ data: { id: 'app', name: 'App', type: 'SPA', redirectUris: ['https://app.test/'] } });
  await close();
  const issuer = 'http://localhost:3000';
  const identity = await createIdentityServer({ issuer, databaseUrl: url, secret, plugins: [users()], ...options });
  t.teardown(() => identity.close());
  return { identity, url };
}

const nameIn = async ({ provider }: IdentityServer) => (await provider.Client.find('app'))?.clientName;

/** Changes the client as another process would. */
async function renameElsewhere(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('UPDATE identity.clients SET name = $1 WHERE id = $2', [name, 'app']);
  await client.end();
}

test('a client that this process changes is another one at once, however it is changed', async (t) => {
  const { identity } = await start(t);
  t.is(await nameIn(identity), 'App');
  await identity.db.client.update({ where: { id: 'app' }, data: { name: 'By model' } });
  t.is(await nameIn(identity), 'By model');
  await identity.db.$executeRaw`UPDATE identity.clients SET name = 'By SQL' WHERE id = 'app'`;
  t.is(await nameIn(identity), 'By SQL');
  await identity.db.$transaction(async (tx) => {
    await tx.client.update({ where: { id: 'app' }, data: { name: 'In a transaction' } });
    // Requests in the meantime get the committed state, which is not cached.
    t.is(await nameIn(identity), 'By SQL');
  });
  t.is(await nameIn(identity), 'In a transaction');
  await identity.db.client.delete({ where: { id: 'app' } });
  t.is(await nameIn(identity), undefined);
});

for (const preparedStatements of [true, false]) {
  const how = preparedStatements ? 'by notice' : 'at once, where there are no notices and nothing is remembered';
  test(`a client that another process changes is soon another one: ${how}`, async (t) => {
    const { identity, url } = await start(t, { preparedStatements });
    t.is(await nameIn(identity), 'App');
    await renameElsewhere(url, 'Elsewhere');
    if (!preparedStatements) t.is(await nameIn(identity), 'Elsewhere');
    const deadline = Date.now() + 30_000;
    let name = await nameIn(identity);
    while (name !== 'Elsewhere' && Date.now() < deadline) name = await nameIn(identity);
    t.is(name, 'Elsewhere');
  });
}
