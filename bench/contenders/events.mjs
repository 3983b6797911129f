import Koa from 'koa';
import { createIdentityServer, licensing, tenants, users, webhooks } from '../../packages/server/dist/src/index.js';
import { answerRunner, openPort } from './contender.mjs';

// This server with the plugin for events. argv: the database.
const { http, issuer } = await openPort();
const identity = await createIdentityServer({
  issuer,
  databaseUrl: process.argv[2],
  secret: 'a secret for measurements only, of more than 32 characters',
  mail: { send: () => Promise.resolve() },
  limits: { tokenEndpoint: { requestsPerSecond: 1_000_000 } },
  // The receivers of webhooks are on this machine.
  allowPrivateNetworks: true,
  plugins: [users(), tenants(), licensing(), webhooks({ sendLimits: { perTenant: 10_000, perDeployment: 10_000 } })],
});
http.on('request', new Koa().use(identity.middleware()).callback());

answerRunner({ issuer, close: () => identity.close() });
