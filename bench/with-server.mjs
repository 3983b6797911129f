import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { createIdentityServer, licensing, migrate, seed, tenants, users } from '../packages/server/dist/src/index.js';

// The web framework is the example server's; the root has none of its own.
const Koa = createRequire(new URL('../examples/server/package.json', import.meta.url))('koa');
const machine = {
  id: 'bench',
  name: 'Bench',
  type: 'MACHINE',
  secret: 'bench-secret-0123456789-0123456789-0123456789',
};

/** Runs the action with a server on loopback over a PostgreSQL of its own, both thrown away afterwards. */
export async function withServer(action) {
  const postgres = await startTemporaryPostgres();
  const http = createServer();
  let identity;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: { clients: [{ ...machine, scopes: ['tenants:read'] }] } });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const issuer = `http://127.0.0.1:${http.address().port}`;
    identity = await createIdentityServer({
      issuer,
      databaseUrl: postgres.url,
      secret: 'a secret for measurements only, of more than 32 characters',
      plugins: [users(), tenants(), licensing()],
    });
    http.on('request', new Koa().use(identity.middleware()).callback());
    return await action({ issuer, db: identity.db, token: await machineToken(issuer) });
  } finally {
    http.closeAllConnections();
    http.close();
    await identity?.close();
    await postgres.stop();
  }
}

/** A platform machine may list the members of every tenant. */
async function machineToken(issuer) {
  const response = await fetch(`${issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${machine.id}:${machine.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'tenants:read' }),
  });
  const { access_token: token } = await response.json();
  if (!token) throw new Error(`No token: ${response.status}`);
  return token;
}
