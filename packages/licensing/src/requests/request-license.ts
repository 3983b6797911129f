import { rateLimited, reply } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, keyOf, type Transaction, uuidV7 } from '@org/identity-prisma';
import { mailRequested } from '../mails/request-mails.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { findRequests, type RequestEntry } from './find-requests.js';
import { requestExists } from './request-errors.js';
import { requireRequestable, type WantedLicense } from './require-requestable.js';

/** How many requests a user can make in a tenant within a day: each one costs its managers attention. */
const maxPerDay = 20;
const day = 24 * 60 * 60;

export type RequestServices = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'mail' | 'notedMails' | 'mailLimits' | 'vault' | 'sendMail' | 'issuer' | 'brand' | 'accounts'
>;

/** Asks the managers of the tenant for a license of the user, who must be an active member. */
export async function requestLicense(
  services: RequestServices,
  input: WantedLicense & { note?: string | undefined },
): Promise<RequestEntry> {
  const { tenantId, userId } = input;
  await requireRequestable(services.db, input);
  // With the subscriptions of all license types of the application: a new rule gives seats without a lock of the membership.
  const types = await services.db.licenseType.findMany({
    where: { applicationId: input.applicationId },
    select: { id: true },
  });
  const scope = { tenantId, userIds: [userId], licenseTypeIds: types.map(({ id }) => id) };
  const request = await changeSeats(services, scope, async (tx) => {
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
    return reply(entry);
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
