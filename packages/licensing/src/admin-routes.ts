import { type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { admin, platformAdmin } from './access/rights.js';
import { createLicenseType } from './license-types/create-license-type.js';
import { listLicenseTypes } from './license-types/list-license-types.js';
import * as schemas from './schemas.js';
import { createSubscription } from './subscriptions/create-subscription.js';
import { getLicenseOverview } from './subscriptions/get-license-overview.js';
import { listSubscriptions } from './subscriptions/list-subscriptions.js';
import { updateSubscription } from './subscriptions/update-subscription.js';

const base = '/api/licensing';

/** The routes for super admins and machines: what can be licensed, and what a tenant owns. */
export function adminRoutes(host: IdentityPluginHost): Route[] {
  const { db } = host;
  return [
    route({
      method: 'get',
      path: `${base}/license-types`,
      summary: 'The license types, of one application or of all',
      description:
        'For super admins, and machines with the scope licenses:read; machines of a tenant see only the types that it owns.',
      errors: ['INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: admin,
      query: schemas.LicenseTypesQuery,
      reply: schemas.LicenseTypeList,
      handle: ({ principal, query }) => listLicenseTypes(db, { principal, ...query }),
    }),
    route({
      method: 'post',
      path: `${base}/license-types`,
      summary: 'Add a license type to an application',
      description: 'For super admins, and platform machines with the scope licenses:write.',
      errors: ['INVALID_APPLICATION_ID', 'SLUG_TAKEN'],
      scope: 'licenses:write',
      guard: platformAdmin,
      body: schemas.CreateLicenseTypeBody,
      reply: schemas.LicenseTypeDetails,
      status: 201,
      handle: ({ principal, body }) => createLicenseType(host, { principal, ...body }),
    }),
    route({
      method: 'get',
      path: `${base}/tenants/:tenantId/license-overview`,
      summary: 'What a tenant owns, and how many seats are assigned',
      description:
        'For super admins, and machines with the scope licenses:read; machines of a tenant see only that tenant.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'licenses:read',
      guard: admin,
      params: schemas.OverviewParams,
      reply: schemas.LicenseOverview,
      handle: ({ principal, params }) => getLicenseOverview(db, { principal, ...params }),
    }),
    route({
      method: 'get',
      path: `${base}/tenants/:id/subscriptions`,
      summary: 'The subscriptions of a tenant',
      description:
        'For super admins, and machines with the scope licenses:read; machines of a tenant see only that tenant.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'licenses:read',
      guard: admin,
      params: schemas.TenantParams,
      reply: schemas.SubscriptionList,
      handle: ({ principal, params }) => listSubscriptions(db, { principal, tenantId: params.id }),
    }),
    route({
      method: 'post',
      path: `${base}/tenants/:id/subscriptions`,
      summary: 'Give a tenant seats of a license',
      description: 'For super admins, and platform machines with the scope licenses:write.',
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID', 'INVALID_LICENSE_TYPE', 'TENANT_NOT_FOUND'],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.TenantParams,
      body: schemas.CreateSubscriptionBody,
      reply: schemas.SubscriptionDetails,
      status: 201,
      handle: ({ principal, params, body }) => createSubscription(host, { principal, tenantId: params.id, ...body }),
    }),
    route({
      method: 'patch',
      path: `${base}/tenants/:id/subscriptions/:subscriptionId`,
      summary: 'Change the quantity, status or end of a subscription',
      description:
        'For super admins, and platform machines with the scope licenses:write. The quantity cannot be lower than the assigned seats. At least one field is needed.',
      errors: ['SECOND_FACTOR_REQUIRED', 'SUBSCRIPTION_NOT_FOUND', 'SEATS_IN_USE'],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.SubscriptionParams,
      body: schemas.UpdateSubscriptionBody,
      reply: schemas.SubscriptionDetails,
      handle: ({ principal, params, body }) =>
        updateSubscription(host, {
          principal,
          tenantId: params.id,
          subscriptionId: params.subscriptionId,
          changes: body,
        }),
    }),
  ];
}
