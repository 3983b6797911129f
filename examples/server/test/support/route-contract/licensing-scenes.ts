import { basic, crm, desk, licensedTenant, pro, seat } from '../licensing-api.js';
import { calls, member, owner, path, server, tenant } from '../rehearsal-tests.js';
import { startStrictServer } from '../strict-server.js';
import { addMember, addUser, send, tokenOf } from '../tenant-api.js';
import { type Attempt, lazily, sendAttempt } from './attempt.js';
import type { Scene } from './contract-tests.js';

const { db } = server.identity;
const tokenIn = (email: string, slug = tenant.slug) => tokenOf(server.issuer, email, slug);

/** A member with a seat. */
async function licensed() {
  const found = await member();
  await seat(server, tenant, found.userId);
  return found;
}

/** Leases the seat of a member. */
async function leaseAs(email: string, slug?: string): Promise<void> {
  const body = { applicationId: crm, days: 7 };
  await send(server.issuer, 'POST', '/api/integration/licenses/lease', await tokenIn(email, slug), body);
}

/** The same request, after it was sent once. */
const again =
  (method: string) =>
  async (valid: Attempt): Promise<Attempt> => {
    await sendAttempt(server.issuer, method, valid);
    return valid;
  };

/** A fresh request, after it was sent once: the valid one of the scene can still be sent. */
const secondOf = (route: string) => async (): Promise<Attempt> => {
  const prepare = calls[route];
  if (!prepare) throw new Error(`There is no rehearsal of ${route}.`);
  return again(route.split(' ')[0] ?? '')(await prepare());
};

async function request(userId: string): Promise<string> {
  return (await db.licenseRequest.create({ data: { tenantId: tenant.id, applicationId: crm, userId } })).id;
}
const decision = (kind: string, id: string): Attempt => ({
  token: owner,
  path: `${path}/license-requests/${id}/${kind}`,
  body: {},
});
const decided = (kind: string) => async () => {
  const id = await request((await member()).userId);
  await sendAttempt(server.issuer, 'POST', decision('decline', id));
  return decision(kind, id);
};

/** A request by a member who has asked as often as one may on a day. */
async function tiredAsker(valid: Attempt): Promise<Attempt> {
  const { email, userId } = await member();
  const attempt = { ...valid, token: await tokenIn(email) };
  while ((await sendAttempt(server.issuer, 'POST', attempt)).status === 201)
    await db.licenseRequest.deleteMany({ where: { userId } });
  return attempt;
}

/** A subscription with two seats, one of which is leased, and a change that would release it. */
async function reducedBelowLease(valid: Attempt): Promise<Attempt> {
  const other = await licensedTenant(server, 2);
  const { userId, email } = await addMember(server, other.id, 'member');
  await seat(server, other, userId);
  await seat(server, other, other.owner.userId);
  await leaseAs(email, other.slug);
  await leaseAs(other.owner.email, other.slug);
  return {
    ...valid,
    path: `/api/licensing/tenants/${other.id}/subscriptions/${other.subscriptionId}`,
    body: { quantity: 1, onExcess: 'release' },
  };
}

/** A token of a super admin without a second factor. */
async function weakAdmin(): Promise<string> {
  const { userId, email } = await addUser(server);
  await db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  return tokenOf(server.issuer, email);
}

const strictServer = lazily(() => startStrictServer(server));

/** Ends the servers that the scenes have started. */
export const stopScenes = async () => (await strictServer()).stop();

/** The same request at a server that requires a second factor of super admins. */
export const atStrictServer = async (valid: Attempt): Promise<Attempt> => ({
  ...valid,
  token: await weakAdmin(),
  issuer: (await strictServer()).url,
});

/** A change by a super admin without a second factor, of a subscription whose tenant requires one. */
async function byWeakAdmin(valid: Attempt): Promise<Attempt> {
  const strict = await licensedTenant(server, 2);
  await db.tenant.update({ where: { id: strict.id }, data: { mfaPolicy: 'REQUIRED' } });
  const at = `/api/licensing/tenants/${strict.id}/subscriptions/${strict.subscriptionId}`;
  return { ...valid, token: await weakAdmin(), path: at, body: { quantity: 3 } };
}

/** The errors of the writes of licensing. */
export const licensingErrors: Record<string, Omit<Scene, 'valid'>> = {
  'POST /api/integration/licenses/grant': {
    errors: {
      NO_SEATS_AVAILABLE: async (valid) => {
        const full = await licensedTenant(server, 1);
        await seat(server, full, full.owner.userId);
        const { userId } = await addMember(server, full.id, 'member');
        const token = await tokenIn(full.owner.email, full.slug);
        return { ...valid, token, body: { ...(valid.body as object), userId } };
      },
      ALREADY_LICENSED: async (valid) => ({
        ...valid,
        body: { ...(valid.body as object), userId: (await licensed()).userId },
      }),
      SEAT_LEASED: async (valid) => {
        const other = await licensedTenant(server, 1, basic);
        await db.subscription.create({
          data: { tenantId: other.id, applicationId: crm, licenseTypeId: pro, quantityPurchased: 1 },
        });
        const { userId, email } = other.owner;
        await seat(server, other, userId);
        await leaseAs(email, other.slug);
        const body = { userId, applicationId: crm, licenseTypeId: pro, replace: true };
        return { ...valid, token: await tokenIn(email, other.slug), body };
      },
    },
  },
  'POST /api/integration/licenses/revoke': {
    errors: {
      LICENSE_NOT_FOUND: async (valid) => ({
        ...valid,
        body: { userId: (await member()).userId, applicationId: crm },
      }),
      SEAT_LEASED: async (valid) => {
        const { userId, email } = await licensed();
        await leaseAs(email);
        return { ...valid, body: { userId, applicationId: crm } };
      },
    },
  },
  'POST /api/licensing/license-types': {
    errors: {
      SECOND_FACTOR_REQUIRED: atStrictServer,
      SLUG_TAKEN: (valid) => ({ ...valid, body: { ...(valid.body as object), slug: 'pro' } }),
    },
  },
  'PATCH /api/licensing/license-types/{licenseTypeId}': { errors: { SECOND_FACTOR_REQUIRED: atStrictServer } },
  'DELETE /api/licensing/license-types/{licenseTypeId}': {
    errors: {
      SECOND_FACTOR_REQUIRED: atStrictServer,
      IN_USE: (valid) => ({ ...valid, path: `/api/licensing/license-types/${pro}` }),
    },
  },
  'POST /api/licensing/tenants/{id}/subscriptions': {
    errors: { TRIAL_USED: secondOf('post /api/licensing/tenants/:id/subscriptions') },
  },
  'PATCH /api/licensing/tenants/{id}/subscriptions/{subscriptionId}': {
    errors: {
      SECOND_FACTOR_REQUIRED: byWeakAdmin,
      SEATS_IN_USE: (valid) => ({ ...valid, body: { quantity: 1, onExcess: 'refuse' } }),
      SEAT_LEASED: reducedBelowLease,
    },
  },
  'POST /api/tenants/{id}/agent-seats': {
    errors: {
      AGENT_NOT_FOUND: (valid) => ({ ...valid, body: { ...Object(valid.body), clientId: 'demo-web' } }),
      ALREADY_LICENSED: secondOf('post /api/tenants/:id/agent-seats'),
      NO_SEATS_AVAILABLE: (valid) => ({ ...valid, body: { ...Object(valid.body), licenseTypeId: basic } }),
    },
  },
  'POST /api/tenants/{id}/license-rules': {
    errors: { RULE_EXISTS: secondOf('post /api/tenants/:id/license-rules') },
  },
  'POST /api/integration/licenses/request': {
    errors: {
      INVALID_LICENSE_TYPE: (valid) => ({ ...valid, body: { applicationId: crm, licenseTypeId: 'none' } }),
      ALREADY_LICENSED: async (valid) => ({ ...valid, token: await tokenIn((await licensed()).email) }),
      NO_SEATS_AVAILABLE: (valid) => ({ ...valid, body: { applicationId: desk } }),
      REQUEST_EXISTS: secondOf('post /api/integration/licenses/request'),
      RATE_LIMITED: tiredAsker,
    },
    unreachable: { USER_NOT_FOUND: 'the membership ended after the token of this very request was looked up' },
  },
  'POST /api/tenants/{id}/license-requests/{requestId}/approve': {
    errors: {
      INVALID_LICENSE_TYPE: (valid) => ({ ...valid, body: { licenseTypeId: 'none' } }),
      ALREADY_LICENSED: async () => decision('approve', await request((await licensed()).userId)),
      NO_SEATS_AVAILABLE: (valid) => ({ ...valid, body: { licenseTypeId: basic } }),
      REQUEST_DECIDED: decided('approve'),
    },
  },
  'POST /api/tenants/{id}/license-requests/{requestId}/decline': {
    errors: { REQUEST_DECIDED: decided('decline') },
  },
  'POST /api/integration/licenses/lease': {
    errors: {
      LICENSE_NOT_FOUND: async (valid) => ({ ...valid, token: await tokenIn((await member()).email) }),
      LEASES_OFF: async (valid) => {
        const without = await licensedTenant(server, 1);
        await seat(server, without, without.owner.userId);
        await db.subscription.update({ where: { id: without.subscriptionId }, data: { leasePolicy: 'NONE' } });
        return { ...valid, token: await tokenIn(without.owner.email, without.slug) };
      },
    },
  },
};
