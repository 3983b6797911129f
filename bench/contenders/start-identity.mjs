import Koa from 'koa';
import { createIdentityServer, licensing, tenants, users, webhooks } from '../../packages/server/dist/src/index.js';
import { application, tenant, user } from '../fixtures.mjs';
import { spreadPeople } from '../people.mjs';
import { openPort } from './contender.mjs';
import { makeAccessTokens } from './make-access-tokens.mjs';
import { makeCodes } from './make-codes.mjs';

/** Starts this server in this process. Returns its URL, what the runner can ask for, and how to close it. */
export async function startIdentity({
  databaseUrl,
  accessTokenAlgorithm = 'RS256',
  people = 0,
  preparedStatements = true,
  hooks = false,
  plugins = [],
}) {
  const { http, issuer } = await openPort();
  const secret = 'a secret for measurements only, of more than 32 characters';
  const unlimited = { triesPerAccountAndAddress: 1e6, triesPerAccount: 1e6, triesPerAddress: 1e6 };
  const identity = await createIdentityServer({
    issuer,
    databaseUrl,
    secret,
    mail: { send: () => Promise.resolve() },
    // One client sends all requests; codes are made in advance.
    limits: {
      tokenEndpoint: { requestsPerSecond: 1_000_000 },
      interactions: { perNetwork: 1_000_000 },
      mail: { senderPerHour: 1_000_000, senderPerDay: 1_000_000, tenantPerDay: 1_000_000 },
    },
    lifetimes: { authorizationCode: 3600 },
    // A busy machine measures longer, but no request fails.
    databaseTimeouts: { connection: 60_000, lock: 60_000, statement: 70_000 },
    plugins: [users({ signInLimits: unlimited }), tenants(), licensing(), ...(hooks ? [webhooks()] : []), ...plugins],
    accessTokenAlgorithm,
    preparedStatements,
  });
  http.on('request', new Koa().use(identity.middleware()).callback());

  const sessionUid = 'bench-session';
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  await identity.db.oidcSession.upsert({
    where: { uid: sessionUid },
    create: { uid: sessionUid, accountId: user.id, payload: {}, expiresAt: tomorrow },
    update: {},
  });

  // The same number of people takes turns in every filled database: only the size of the database may differ.
  const filled = people > 0 ? spreadPeople(1_000, people) : [];
  const holders = filled.length > 0 ? filled : [{ accountId: user.id, sessionUid, tenantId: tenant.id }];
  return {
    issuer,
    answers: {
      codes: ({ count }) => makeCodes(identity.provider, { count, holders }),
      accessTokens: () => makeAccessTokens({ db: identity.db, secret, issuer }, filled),
      revokeSeat: () => identity.db.seat.deleteMany({ where: { userId: user.id, applicationId: application.id } }),
    },
    close: () => identity.close(),
  };
}
