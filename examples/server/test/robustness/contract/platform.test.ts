import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addApi } from '../../support/apis.js';
import { crm, machineToken } from '../../support/licensing-api.js';
import { member, server, tenant } from '../../support/rehearsal-tests.js';
import { lazily } from '../../support/route-contract/attempt.js';
import { contractTests, operationsOfArea, type Scene } from '../../support/route-contract/contract-tests.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';
import { addClient } from '../../support/third-party.js';

test.after.always(() => server.stop());

const { db } = server.identity;
const reader = lazily(() => machineToken(server, null, ['platform:read']));
const user = lazily(member);
const get = (path: string | (() => Promise<string>)): Scene => ({
  valid: async () => ({
    token: await reader(),
    path: `/api/platform${typeof path === 'string' ? path : await path()}`,
  }),
});

async function takenExternalId(): Promise<string> {
  const externalId = randomUUID();
  await db.user.update({ where: { id: tenant.owner.userId }, data: { externalId } });
  return externalId;
}
const anImport = lazily(async () => (await db.import.create({ data: { actorKind: 'system', status: 'DONE' } })).id);

const operations = operationsOfArea(server, 'platform');
const scenes = rehearsedScenes(operations, {
  'DELETE /api/platform/users/{userId}': {
    errors: { TENANT_OWNER: (valid) => ({ ...valid, path: `/api/platform/users/${tenant.owner.userId}` }) },
    unreachable: {
      LAST_SUPER_ADMIN: 'Only for two who erase each other at once: tried in platform/platform-users.test.ts.',
    },
  },
  'DELETE /api/platform/applications/{applicationId}': {
    errors: { IN_USE: (valid) => ({ ...valid, path: `/api/platform/applications/${crm}` }) },
  },
  'POST /api/platform/users': {
    errors: {
      EMAIL_TAKEN: (valid) => ({ ...valid, body: { email: tenant.owner.email } }),
      EXTERNAL_ID_TAKEN: async (valid) => ({
        ...valid,
        body: { email: 'new@people.test', externalId: await takenExternalId() },
      }),
    },
  },
  'PATCH /api/platform/users/{userId}': {
    errors: {
      EMAIL_TAKEN: (valid) => ({ ...valid, body: { email: tenant.owner.email } }),
      EXTERNAL_ID_TAKEN: async (valid) => ({ ...valid, body: { externalId: await takenExternalId() } }),
    },
  },
  'POST /api/platform/tenants': {
    errors: {
      USER_NOT_FOUND: (valid) => ({ ...valid, body: { name: 'Sold', ownerId: 'nobody' } }),
      SLUG_TAKEN: (valid) => ({ ...valid, body: { ...(valid.body as object), slug: tenant.slug } }),
    },
  },
});

contractTests(() => server, operations, {
  'GET /api/platform/users': get('/users?search=olivia'),
  'GET /api/platform/users/{userId}': get(async () => `/users/${(await user()).userId}`),
  'GET /api/platform/users/{userId}/sessions': get(async () => `/users/${(await user()).userId}/sessions`),
  'GET /api/platform/tenants': get('/tenants'),
  'GET /api/platform/tenants/{id}': get(`/tenants/${tenant.id}`),
  'GET /api/platform/explain': get(
    async () => `/explain?userId=${(await user()).userId}&tenantId=${tenant.id}&applicationId=${crm}`,
  ),
  'GET /api/platform/clients': get('/clients'),
  'GET /api/platform/clients/{clientId}': get(async () => `/clients/${await addClient(server)}`),
  'GET /api/platform/applications': get('/applications'),
  'GET /api/platform/apis': get('/apis'),
  'GET /api/platform/apis/{apiId}': get(async () => `/apis/${(await addApi(server)).id}`),
  'GET /api/platform/keys': get('/keys'),
  'POST /api/platform/imports': {
    valid: async () => ({
      token: await machineToken(server, null, ['platform:write']),
      path: '/api/platform/imports?rehearse=true',
      raw: { contentType: 'application/x-ndjson', text: '{"email":"new@people.test"}' },
    }),
    unreachable: {
      IMPORT_RUNNING: 'Tried in imports/import-life.test.ts.',
      IMPORT_NOT_FOUND: 'Only for one that is canceled while it arrives: tried in imports/import-life.test.ts.',
      PAYLOAD_TOO_LARGE: 'It needs more than 1 GB: tried in packages/users with a smaller limit.',
    },
  },
  'GET /api/platform/imports': get('/imports'),
  'GET /api/platform/imports/{importId}': get(async () => `/imports/${await anImport()}`),
  'GET /api/platform/imports/{importId}/report': get(async () => `/imports/${await anImport()}/report`),
  'GET /api/platform/queues': get('/queues'),
  'GET /api/platform/queues/{queue}/entries': get('/queues/mail/entries'),
  ...scenes,
});
