import test from 'ava';
import { plantConnection, staleOwner } from '../../support/connection-changes.js';
import { owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import type { Attempt } from '../../support/route-contract/attempt.js';
import { contractTests, operationsOfArea } from '../../support/route-contract/contract-tests.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';
import { freshTenant, tokenOf } from '../../support/tenant-api.js';

test.after.always(() => server.stop());

const later = {
  REAUTHENTICATION_REQUIRED: async (valid: Attempt) => ({ ...valid, token: await staleOwner(server, tenant) }),
};
/** A change of the only connection of a tenant that requires single sign-on. */
const lockOut = (below: string, body?: unknown) => async (valid: Attempt) => {
  const other = await freshTenant(server);
  const token = await tokenOf(server.issuer, other.owner.email, other.slug);
  const id = await plantConnection(server, other.id, 'ACTIVE');
  const policy = { requireSso: true, breakGlass: [], sessionHours: null, idleMinutes: null, allowedNetworks: [] };
  await server.identity.db.tenant.update({ where: { id: other.id }, data: { policy } });
  return { ...valid, token, path: `/api/tenants/${other.id}/connections/${id}${below}`, ...(body ? { body } : {}) };
};
const read = (below: string) => ({
  valid: async () => ({
    token: owner,
    path: `${path}/connections/${await plantConnection(server, tenant.id)}${below}`,
  }),
});
const one = '/api/tenants/{id}/connections/{connectionId}';
const operations = operationsOfArea(server, 'connections');

contractTests(() => server, operations, {
  'GET /api/tenants/{id}/connections': { valid: () => ({ token: owner, path: `${path}/connections` }) },
  [`GET ${one}`]: read(''),
  [`GET ${one}/attempts`]: read('/attempts'),
  [`GET ${one}/links`]: read('/links'),
  ...rehearsedScenes(operations, {
    'POST /api/tenants/{id}/connections': { errors: later },
    [`PATCH ${one}`]: { errors: { ...later, WOULD_LOCK_OUT: lockOut('', { trustMfa: true }) } },
    [`DELETE ${one}`]: { errors: { ...later, WOULD_LOCK_OUT: lockOut('') } },
    [`DELETE ${one}/links/{userId}`]: { errors: later },
    [`POST ${one}/test`]: { errors: later },
    [`POST ${one}/disable`]: { errors: { ...later, WOULD_LOCK_OUT: lockOut('/disable') } },
    [`POST ${one}/activate`]: {
      errors: {
        ...later,
        NOT_TESTED: async (valid) => ({
          ...valid,
          path: `${path}/connections/${await plantConnection(server, tenant.id)}/activate`,
        }),
        DOMAIN_NOT_VERIFIED: async (valid) => ({
          ...valid,
          path: `${path}/connections/${await plantConnection(server, tenant.id, 'TESTED', 'PENDING')}/activate`,
        }),
      },
    },
  }),
});
