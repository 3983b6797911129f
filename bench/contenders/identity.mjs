import Koa from 'koa';
import { createIdentityServer, licensing, tenants, users } from '../../packages/server/dist/src/index.js';
import { application, tenant, user } from '../fixtures.mjs';
import { answerRunner, openPort } from './contender.mjs';
import { makeCodes } from './make-codes.mjs';

// This server. argv: the database, and the algorithm of access tokens.
const [databaseUrl, accessTokenAlgorithm] = process.argv.slice(2);
const { http, issuer } = await openPort();
const unlimited = { triesPerAccountAndAddress: 1e6, triesPerAccount: 1e6, triesPerAddress: 1e6 };
const identity = await createIdentityServer({
  issuer,
  databaseUrl,
  secret: 'a secret for measurements only, of more than 32 characters',
  mail: { send: () => Promise.resolve() },
  // One client asks for all; codes are made ahead.
  limits: { tokenEndpoint: { requestsPerSecond: 1_000_000 } },
  lifetimes: { authorizationCode: 3600 },
  plugins: [users({ signInLimits: unlimited }), tenants(), licensing()],
  ...(accessTokenAlgorithm ? { accessTokenAlgorithm } : {}),
});
http.on('request', new Koa().use(identity.middleware()).callback());

const sessionUid = 'bench-session';
const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
await identity.db.oidcSession.upsert({
  where: { uid: sessionUid },
  create: { uid: sessionUid, accountId: user.id, payload: {}, expiresAt: tomorrow },
  update: {},
});

answerRunner({
  issuer,
  answers: {
    codes: ({ count }) => makeCodes(identity.provider, { count, ofGrant: { sessionUid, tenantId: tenant.id } }),
    revokeSeat: () => identity.db.seat.deleteMany({ where: { userId: user.id, applicationId: application.id } }),
  },
  close: () => identity.close(),
});
