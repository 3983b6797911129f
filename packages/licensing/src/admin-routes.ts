import { Done, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { admin, platformAdmin } from './access/rights.js';
import { createLicenseType } from './license-types/create-license-type.js';
import { deleteLicenseType } from './license-types/delete-license-type.js';
import { listLicenseTypes } from './license-types/list-license-types.js';
import { updateLicenseType } from './license-types/update-license-type.js';
import * as schemas from './schemas.js';
import { createSubscription } from './subscriptions/create-subscription.js';
import { getLicenseOverview } from './subscriptions/get-license-overview.js';
import { listSubscriptions } from './subscriptions/list-subscriptions.js';
import * as subscriptions from './subscriptions/subscription-schemas.js';
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
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID'],
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
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID', 'SLUG_TAKEN'],
      scope: 'licenses:write',
      guard: platformAdmin,
      body: schemas.CreateLicenseTypeBody,
      reply: schemas.LicenseTypeDetails,
      status: 201,
      handle: ({ principal, body }) => createLicenseType(host, { principal, ...body }),
    }),
    route({
      method: 'patch',
      path: `${base}/license-types/:licenseTypeId`,
      summary: 'Change the name, features or limits of a license type',
      description:
        'For super admins, and platform machines with the scope licenses:write. Features and limits are replaced as a whole, for everybody who holds such a license, from the next check on. At least one field is needed. The slug cannot be changed.',
      errors: ['SECOND_FACTOR_REQUIRED', 'NOT_FOUND'],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.LicenseTypeParams,
      body: schemas.UpdateLicenseTypeBody,
      reply: schemas.LicenseTypeDetails,
      handle: ({ principal, params, body }) => updateLicenseType(host, { principal, ...params, changes: body }),
    }),
    route({
      method: 'delete',
      path: `${base}/license-types/:licenseTypeId`,
      summary: 'Delete a license type that nothing uses',
      description:
        'For super admins, and platform machines with the scope licenses:write. Subscriptions of any status, license rules and open requests keep it; `details` names their tenants.',
      errors: ['SECOND_FACTOR_REQUIRED', 'NOT_FOUND', 'IN_USE'],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.LicenseTypeParams,
      reply: Done,
      handle: ({ principal, params }) => deleteLicenseType(host, { principal, ...params }),
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
      reply: subscriptions.LicenseOverview,
      handle: ({ principal, params }) => getLicenseOverview(host, { principal, ...params }),
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
      reply: subscriptions.SubscriptionList,
      handle: ({ principal, params }) => listSubscriptions(host, { principal, tenantId: params.id }),
    }),
    route({
      method: 'post',
      path: `${base}/tenants/:id/subscriptions`,
      summary: 'Give a tenant seats of a license',
      description:
        'For super admins, and platform machines with the scope licenses:write. The first seats go to those who wait for one. A trial needs an end, and a tenant can try each application once.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'INVALID_APPLICATION_ID',
        'INVALID_LICENSE_TYPE',
        'TENANT_NOT_FOUND',
        'TRIAL_USED',
      ],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.TenantParams,
      body: subscriptions.CreateSubscriptionBody,
      reply: subscriptions.SubscriptionDetails,
      status: 201,
      handle: ({ principal, params, body }) => createSubscription(host, { principal, tenantId: params.id, ...body }),
    }),
    route({
      method: 'patch',
      path: `${base}/tenants/:id/subscriptions/:subscriptionId`,
      summary: 'Change a subscription, now or at a planned time',
      description:
        'For super admins, and platform machines with the scope licenses:write. At least one field is needed. A quantity below the seats in use is refused (`onExcess: "refuse"`), or releases as many seats as needed (`onExcess: "release"`): first those of the users in `release`, then those that were not used for the longest time. With `effectiveAt` the quantity is planned; `pendingQuantity: null` withdraws the plan. `leases: "NONE"`: no new leases.',
      errors: ['SECOND_FACTOR_REQUIRED', 'SUBSCRIPTION_NOT_FOUND', 'SEATS_IN_USE', 'SEAT_LEASED'],
      scope: 'licenses:write',
      guard: platformAdmin,
      params: schemas.SubscriptionParams,
      body: subscriptions.UpdateSubscriptionBody,
      reply: subscriptions.SubscriptionDetails,
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
