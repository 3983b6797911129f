import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { createIdentityServer, licensing, migrate, seed, tenants, users } from '../packages/server/dist/src/index.js';
import { consoleSeed } from './console-pages.mjs';
import { knownUnknownSeed } from './known-unknown.mjs';
import { signInSeed } from './tokens-during-sign-ins.mjs';

// Koa comes from the example server; the root does not depend on it.
const Koa = createRequire(new URL('../examples/server/package.json', import.meta.url))('koa');
const machine = {
  id: 'bench',
  name: 'Bench',
  type: 'MACHINE',
  secret: 'bench-secret-0123456789-0123456789-0123456789',
};

// Otherwise the limits on tries and mails would refuse most requests.
const unlimited = {
  registration: 'open',
  signInLimits: { triesPerAccountAndAddress: 1e6, triesPerAccount: 1e6, triesPerAddress: 1e6 },
  mailLimits: { mailsPerRecipient: 1e6, mailsPerAddress: 1e6 },
  newPasswordLimits: { passwordsPerAddress: 1e6 },
};

/** Runs the action with a server on loopback over a temporary PostgreSQL; both are deleted afterwards. */
export async function withServer(action) {
  const postgres = await startTemporaryPostgres();
  const http = createServer();
  let identity;
  try {
    await migrate({ databaseUrl: postgres.url });
    const clients = [{ ...machine, scopes: ['tenants:read'] }, ...knownUnknownSeed.clients, ...signInSeed.clients];
    const people = [...knownUnknownSeed.users, ...signInSeed.users, ...consoleSeed.users];
    await seed({ databaseUrl: postgres.url, data: { users: people, clients } });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const issuer = `http://127.0.0.1:${http.address().port}`;
    identity = await createIdentityServer({
      issuer,
      databaseUrl: postgres.url,
      secret: 'a secret for measurements only, of more than 32 characters',
      // Accepts and discards mail, so that queueing costs as much as in production.
      mail: { send: () => Promise.resolve() },
      // One client sends all requests.
      limits: { tokenEndpoint: { requestsPerSecond: 1_000_000 }, interactions: { perNetwork: 1_000_000 } },
      plugins: [users(unlimited), tenants(), licensing()],
    });
    http.on('request', new Koa().use(identity.middleware()).callback());
    const newToken = () => machineToken(issuer);
    return await action({
      issuer,
      databaseUrl: postgres.url,
      db: identity.db,
      token: await newToken(),
      machineToken: newToken,
    });
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
