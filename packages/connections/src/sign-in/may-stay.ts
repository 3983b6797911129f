import type { AuthorizationRequest } from '@org/identity-core';
import type { ConnectionServices } from '../services.js';
import { findConnectionOf } from './find-connection.js';

/**
 * Whether the user of an email may sign in to the request without a provider: no connection applies to it, or they are one of
 * the break-glass owners of the tenant.
 */
export async function mayStay(
  services: Pick<ConnectionServices, 'db' | 'pool' | 'issuer' | 'accounts' | 'services'>,
  request: AuthorizationRequest,
  email: string,
): Promise<boolean> {
  const { db, accounts } = services;
  const connection = await findConnectionOf(services, request, email);
  if (!connection) return true;
  const user = { tenantId: connection.tenantId, normalizedEmail: accounts.normalizeEmail(email) };
  return (await services.services.members?.isBreakGlass(db, user)) ?? false;
}
