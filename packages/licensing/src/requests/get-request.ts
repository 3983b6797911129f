import { isUuid, type Principal } from '@org/identity-core';
import { type IdentityPluginHost, requireManager } from '@org/identity-prisma';
import { settleDue } from '../seat-changes/what-is-due.js';
import { findRequests, type RequestEntry } from './find-requests.js';
import { requestNotFound } from './request-errors.js';

/** One request of a tenant. */
export async function getRequest(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, principal, requestId }: { tenantId: string; principal: Principal; requestId: string },
): Promise<RequestEntry> {
  await requireManager(services.db, { tenantId, principal });
  if (!isUuid(requestId)) throw requestNotFound();
  await settleDue(services, { tenantId });
  const [request] = await findRequests(services.db, { tenantId, ids: [requestId] });
  if (!request) throw requestNotFound();
  return request;
}
