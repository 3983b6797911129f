import { rateLimited } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, keyOf, type Transaction, uuidV7 } from '@org/identity-prisma';
import { mailRequested } from '../mails/request-mails.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { settleDue } from '../seat-changes/what-is-due.js';
import { findRequests, type RequestEntry } from './find-requests.js';
import { requestExists } from './request-errors.js';
import { requireRequestable, type WantedLicense } from './require-requestable.js';

/** How many requests a user can make in a tenant within a day: each one costs its managers attention. */
const maxPerDay = 20;
const day = 24 * 60 * 60;

export type RequestServices = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand' | 'accounts'
>;

/** Asks the managers of the tenant for a license of the user, who must be an active member. */
export async function requestLicense(
  services: RequestServices,
  input: WantedLicense & { note?: string | undefined },
): Promise<RequestEntry> {
  const { tenantId, userId } = input;
  await requireRequestable(services.db, input);
  await settleDue(services, { tenantId });
  // The lock of the membership is enough: each change of the user's seats takes it, except that of a waiting list, and who is
  // on one has an open request already.
  const request = await changeSeats(services, { tenantId, userIds: [userId], licenseTypeIds: [] }, async (tx) => {
    await requireRequestable(tx, input);
    const requestId = await addRequest(tx, input);
    await countRequest(tx, input);
    const [entry] = await findRequests(tx, { tenantId, ids: [requestId] });
    if (!entry) throw requestExists();
    const { applicationId, licenseTypeId } = entry;
    await services.events.publish(tx, {
      type: 'license_request.created',
      tenantId,
      actor: { kind: 'user', id: userId },
      subjectId: userId,
      data: { requestId, applicationId, licenseTypeId },
    });
    await mailRequested(tx, services, { tenantId, requestId });
    return entry;
  });
  services.sendMail();
  return request;
}

/** Adds the row and returns its id. Throws if the user has an open request for the application, which an index decides. */
async function addRequest(
  tx: Transaction,
  { tenantId, userId, applicationId, licenseTypeId, note }: WantedLicense & { note?: string | undefined },
): Promise<string> {
  const id = uuidV7();
  const added = await tx.$executeRaw`
    INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, note)
    VALUES (${id}::uuid, ${tenantId}::uuid, ${userId}::uuid, ${applicationId}::uuid, ${licenseTypeId ?? null}::uuid,
            ${note || null})
    ON CONFLICT (tenant_id, application_id, user_id) WHERE status IN ('PENDING', 'WAITING') DO NOTHING`;
  if (added === 0) throw requestExists();
  return id;
}

async function countRequest(tx: Transaction, { tenantId, userId }: WantedLicense): Promise<void> {
  const key = `license_requests_day:${keyOf(tenantId, userId)}`;
  const wait = await countWithin(tx, [{ key, max: maxPerDay, seconds: day }]);
  if (wait !== undefined) throw rateLimited(wait);
}
