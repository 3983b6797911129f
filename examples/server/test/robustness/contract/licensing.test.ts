import test from 'ava';
import { crm, machineToken } from '../../support/licensing-api.js';
import { owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import { lazily } from '../../support/route-contract/attempt.js';
import { contractTests, operationsOfArea, type Scene } from '../../support/route-contract/contract-tests.js';
import { atStrictServer, licensingErrors, stopScenes } from '../../support/route-contract/licensing-scenes.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';

test.after.always(async () => {
  await stopScenes();
  await server.stop();
});

const machine = lazily(() => machineToken(server, null, ['licenses:read']));
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const licenses = '/api/integration/licenses';
const ofCrm = { applicationId: crm };

const asOwner = (at: string, body?: unknown): Scene => ({ valid: () => ({ token: owner, path: at, body }) });
const asMachine = (at: string): Scene => ({ valid: async () => ({ token: await machine(), path: at }) });

const operations = operationsOfArea(server, 'licensing');

contractTests(() => server, operations, {
  'GET /api/integration/licenses/check': asOwner(`${licenses}/check?applicationId=${crm}`),
  'POST /api/integration/licenses/check': asOwner(`${licenses}/check`, ofCrm),
  'GET /api/integration/licenses/feature': asOwner(`${licenses}/feature?applicationId=${crm}&featureKey=api`),
  'POST /api/integration/licenses/feature': asOwner(`${licenses}/feature`, { ...ofCrm, featureKey: 'api' }),
  'GET /api/integration/licenses/type': asOwner(`${licenses}/type?applicationId=${crm}`),
  'GET /api/integration/licenses/apps/{applicationId}/users': asOwner(`${licenses}/apps/${crm}/users`),
  'GET /api/integration/licenses/apps/{applicationId}/count': asOwner(`${licenses}/apps/${crm}/count`),
  'GET /api/integration/licenses/snapshot': asMachine(`${licenses}/snapshot?applicationId=${crm}`),
  'GET /api/licensing/license-types': {
    ...asMachine(`/api/licensing/license-types?applicationId=${crm}`),
    errors: { SECOND_FACTOR_REQUIRED: atStrictServer },
  },
  'GET /api/licensing/tenants/{tenantId}/license-overview': asMachine(
    `/api/licensing/tenants/${tenant.id}/license-overview`,
  ),
  'GET /api/licensing/tenants/{id}/subscriptions': asMachine(`/api/licensing/tenants/${tenant.id}/subscriptions`),
  'GET /api/licensing/tenants/{id}/statement': asMachine(
    `/api/licensing/tenants/${tenant.id}/statement?applicationId=${crm}&from=${yesterday}&to=${yesterday}`,
  ),
  'GET /api/tenants/{id}/leases': asOwner(`${path}/leases`),
  'GET /api/tenants/{id}/agent-seats': asOwner(`${path}/agent-seats`),
  'GET /api/tenants/{id}/license-rules': asOwner(`${path}/license-rules`),
  'GET /api/tenants/{id}/license-requests': asOwner(`${path}/license-requests`),
  'GET /api/tenants/{id}/license-mails': asOwner(`${path}/license-mails`),
  'GET /api/tenants/{id}/license-history': asOwner(`${path}/license-history`),
  'GET /api/tenants/{id}/license-history/export': asOwner(`${path}/license-history/export`),
  ...rehearsedScenes(operations, licensingErrors),
});
