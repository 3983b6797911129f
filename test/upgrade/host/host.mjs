// The host of both versions: what a team would write, with /ready for the balancer. Usage: node host.mjs
import { createServer } from 'node:http';
import { createIdentityServer, licensing, tenants, users } from '@org/identity-server';
import Koa from 'koa';
import { seatNotes } from './seat-notes.mjs';

const { PORT, ISSUER, DATABASE_URL, IDENTITY_SECRET, PLUGIN_VERSION } = process.env;
const many = 1_000_000;
const identity = await createIdentityServer({
  issuer: ISSUER,
  databaseUrl: DATABASE_URL,
  secret: IDENTITY_SECRET,
  // A busy machine may be slow to open connections. Waits for locks keep their limit: a migration must not cause them.
  databaseTimeouts: { connection: 30_000 },
  mail: { send: () => Promise.resolve() },
  // All requests come from one IP.
  limits: { tokenEndpoint: { requestsPerSecond: many }, interactions: { perNetwork: many } },
  plugins: [
    users({ signInLimits: { triesPerAccountAndAddress: many, triesPerAccount: many, triesPerAddress: many } }),
    tenants(),
    licensing(),
    ...(PLUGIN_VERSION ? [seatNotes(Number(PLUGIN_VERSION))] : []),
  ],
});
const app = new Koa();
app.use(async (ctx, next) => {
  if (ctx.path !== '/ready') return next();
  await identity.checkReadiness();
  ctx.body = { status: 'ok' };
});
app.use(identity.middleware());
const server = createServer(app.callback()).listen(PORT, '127.0.0.1');

process.once('SIGTERM', () => {
  server.close(() => void identity.close());
});
