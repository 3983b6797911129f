import test from 'ava';
import { plantConnection, staleOwner } from '../../support/connection-changes.js';
import { owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import type { Attempt } from '../../support/route-contract/attempt.js';
import { contractTests, operationsOfArea } from '../../support/route-contract/contract-tests.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';

test.after.always(() => server.stop());

const later = {
  REAUTHENTICATION_REQUIRED: async (valid: Attempt) => ({ ...valid, token: await staleOwner(server, tenant) }),
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
  ...rehearsedScenes(operations, {
    'POST /api/tenants/{id}/connections': { errors: later },
    [`PATCH ${one}`]: { errors: later },
    [`DELETE ${one}`]: { errors: later },
    [`POST ${one}/test`]: { errors: later },
    [`POST ${one}/disable`]: { errors: later },
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
