import type { Principal, TenantVisit, UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { WebhookServices } from '../services.js';

export type PageServices = WebhookServices & Pick<IdentityPluginHost, 'pool'>;

/** Whose webhooks a page shows, and who asks. */
export interface PageCall {
  /** Null: those of the platform. */
  readonly tenantId: string | null;
  readonly principal: Principal;
}

/** The same pages are in the console of a tenant and in that of the platform. */
export type CallOf<Visit extends UserVisit> = (visit: Visit) => PageCall;

export const callOfTenant: CallOf<TenantVisit> = ({ tenant, principal }) => ({ tenantId: tenant.id, principal });
export const callOfPlatform: CallOf<UserVisit> = ({ principal }) => ({ tenantId: null, principal });
