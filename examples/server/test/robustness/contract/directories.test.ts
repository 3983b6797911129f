import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addDirectory, addWaitingDirectory } from '../../support/directory-cases.js';
import { owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import { contractTests, operationsOfArea } from '../../support/route-contract/contract-tests.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';

test.after.always(() => server.stop());

const operations = operationsOfArea(server, 'directories');

contractTests(() => server, operations, {
  'GET /api/tenants/{id}/directories': { valid: () => ({ token: owner, path: `${path}/directories` }) },
  'GET /api/tenants/{id}/directories/{directoryId}/log': {
    valid: async () => ({ token: owner, path: `${path}/directories/${await addDirectory(server, tenant.id)}/log` }),
  },
  'GET /api/tenants/{id}/directories/{directoryId}/pending': {
    valid: async () => {
      const { directoryId } = await addWaitingDirectory(server, tenant.id);
      return { token: owner, path: `${path}/directories/${directoryId}/pending` };
    },
  },
  ...rehearsedScenes(operations, {
    'POST /api/tenants/{id}/directories/{directoryId}/adopt': {
      errors: { MEMBER_NOT_FOUND: (valid) => ({ ...valid, body: { userIds: [randomUUID()] } }) },
    },
  }),
});
