import test from 'ava';
import { addDecision } from '../../support/application-changes.js';
import { addDomainRow, addUsedDomain, publishRow } from '../../support/domain-changes.js';
import { addGroup } from '../../support/group-changes.js';
import { dns, fresh, member, owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import { lazily } from '../../support/route-contract/attempt.js';
import { contractTests, deletedMeanwhile, operationsOfArea } from '../../support/route-contract/contract-tests.js';
import { acceptScene, invitationErrors } from '../../support/route-contract/invitation-scenes.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';
import { addMember, addUser, freshTenant, tokenOf } from '../../support/tenant-api.js';

test.after.always(() => server.stop());

const { db } = server.identity;
const lastOwner = `${path}/members/${tenant.owner.membershipId}`;
const admin = lazily(async () =>
  tokenOf(server.issuer, (await addMember(server, tenant.id, 'admin')).email, tenant.slug),
);
const somebody = lazily(async () => tokenOf(server.issuer, (await addUser(server)).email));
const get = (below: string) => ({ valid: () => ({ token: owner, path: `${path}${below}` }) });

const groupPath = async (below: string) => `${path}/groups/${await addGroup(server, tenant.id)}${below}`;
const ofGroup = (below: string) => ({ valid: async () => ({ token: owner, path: await groupPath(below) }) });
const ofDirectory = async (below = '') =>
  `${path}/groups/${await addGroup(server, tenant.id, { source: 'DIRECTORY' })}${below}`;

const operations = operationsOfArea(server, 'tenants');

contractTests(() => server, operations, {
  'GET /api/tenants': { valid: () => ({ token: owner, path: '/api/tenants' }) },
  'GET /api/tenants/{id}': get(''),
  'GET /api/tenants/{id}/members': get('/members'),
  'GET /api/tenants/{id}/invitations': get('/invitations'),
  'GET /api/tenants/{id}/policy': get('/policy'),
  'GET /api/tenants/{id}/application-policy': get('/application-policy'),
  'GET /api/tenants/{id}/applications': get('/applications'),
  'GET /api/tenants/{id}/applications/{clientId}': {
    valid: async () => ({ token: owner, path: `${path}/applications/${await addDecision(server, tenant.id)}` }),
  },
  'GET /api/tenants/{id}/domains': get('/domains'),
  'GET /api/tenants/{id}/groups': get('/groups'),
  'GET /api/tenants/{id}/groups/{groupId}': ofGroup(''),
  'GET /api/tenants/{id}/groups/{groupId}/members': ofGroup('/members'),
  ...rehearsedScenes(operations, {
    'POST /api/tenants': {
      errors: {
        SLUG_TAKEN: (valid) => ({ ...valid, body: { name: 'Same', slug: tenant.slug } }),
        // Without a slug each request makes another tenant, until the limit of the user.
        RATE_LIMITED: async (valid) => ({ ...valid, token: await somebody(), body: { name: `Many ${fresh()}` } }),
      },
      unreachable: { USER_NOT_FOUND: deletedMeanwhile },
    },
    'DELETE /api/tenants/{id}': {
      errors: { OWNER_REQUIRED: async () => ({ token: await admin(), path }) },
    },
    'PATCH /api/tenants/{id}/members/{membershipId}': {
      errors: {
        LAST_OWNER: (valid) => ({ ...valid, path: lastOwner, body: { role: 'member' } }),
        USER_NOT_FOUND: async (valid) => {
          const { membershipId, userId } = await member();
          await db.membership.update({ where: { id: membershipId }, data: { status: 'SUSPENDED' } });
          await db.user.update({ where: { id: userId }, data: { deletedAt: new Date() } });
          return { ...valid, path: `${path}/members/${membershipId}`, body: { status: 'ACTIVE' } };
        },
      },
    },
    'DELETE /api/tenants/{id}/members/{membershipId}': {
      errors: { LAST_OWNER: (valid) => ({ ...valid, path: lastOwner }) },
    },
    'PUT /api/tenants/{id}/policy': {
      errors: { WOULD_LOCK_OUT: (valid) => ({ ...valid, body: { requireSso: true, breakGlass: [] } }) },
    },
    'POST /api/tenants/{id}/domains': {
      errors: {
        DOMAIN_EXISTS: async (valid) => {
          const { domain } = await addDomainRow(server, tenant.id);
          return { ...valid, body: { domain } };
        },
        DOMAIN_TAKEN: async (valid) => {
          const { domain } = await addDomainRow(server, (await freshTenant(server)).id, { status: 'VERIFIED' });
          return { ...valid, body: { domain } };
        },
      },
    },
    'POST /api/tenants/{id}/domains/{domainId}/verify': {
      errors: {
        DOMAIN_TAKEN: async (valid) => {
          const { domain } = await addDomainRow(server, (await freshTenant(server)).id, { status: 'VERIFIED' });
          const { id } = await addDomainRow(server, tenant.id, { domain });
          publishRow(dns, { domain });
          return { ...valid, path: `${path}/domains/${id}/verify` };
        },
        // In another tenant: all requests of a tenant count together.
        RATE_LIMITED: async () => {
          const other = await freshTenant(server);
          const { id } = await addDomainRow(server, other.id);
          const token = await tokenOf(server.issuer, other.owner.email);
          return { token, path: `/api/tenants/${other.id}/domains/${id}/verify` };
        },
      },
    },
    'DELETE /api/tenants/{id}/domains/{domainId}': {
      errors: {
        DOMAIN_IN_USE: async (valid) => ({
          ...valid,
          path: `${path}/domains/${await addUsedDomain(server, tenant.id)}`,
        }),
      },
    },
    'POST /api/tenants/{id}/groups': {
      errors: {
        GROUP_EXISTS: async (valid) => {
          const { name } = await db.group.findUniqueOrThrow({ where: { id: await addGroup(server, tenant.id) } });
          return { ...valid, body: { name } };
        },
      },
    },
    'PATCH /api/tenants/{id}/groups/{groupId}': {
      errors: {
        GROUP_EXISTS: async (valid) => {
          const { name } = await db.group.findUniqueOrThrow({ where: { id: await addGroup(server, tenant.id) } });
          return { ...valid, body: { name } };
        },
        MANAGED_BY_DIRECTORY: async (valid) => ({ ...valid, path: await ofDirectory() }),
      },
    },
    'DELETE /api/tenants/{id}/groups/{groupId}': {
      errors: { MANAGED_BY_DIRECTORY: async (valid) => ({ ...valid, path: await ofDirectory() }) },
    },
    'PUT /api/tenants/{id}/groups/{groupId}/members/{userId}': {
      errors: {
        MANAGED_BY_DIRECTORY: async (valid) => ({
          ...valid,
          path: await ofDirectory(`/members/${tenant.owner.userId}`),
        }),
      },
    },
    'DELETE /api/tenants/{id}/groups/{groupId}/members/{userId}': {
      errors: {
        MANAGED_BY_DIRECTORY: async (valid) => ({
          ...valid,
          path: await ofDirectory(`/members/${tenant.owner.userId}`),
        }),
      },
    },
    ...invitationErrors,
  }),
  'POST /api/invitations/{token}/accept': acceptScene,
});
