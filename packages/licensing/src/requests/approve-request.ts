import { actorOf, isUuid, reply, validationFailed } from '@org/identity-core';
import { type Database, type LockedSubscription, lockSubscriptionRows, type Transaction } from '@org/identity-prisma';
import { alreadyLicensed, invalidLicenseType, noSeatsAvailable } from '../access/errors.js';
import { mailDecision } from '../mails/decision-mails.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { takePlace } from '../seat-changes/waiting-places.js';
import { type DecisionInput, decideRequest, type UndecidedRequest } from './decide-request.js';
import { findRequests, type RequestEntry } from './find-requests.js';
import { requestNotFound } from './request-errors.js';
import type { RequestServices } from './request-license.js';

/** Approves a request: the user gets a seat, or waits for one, behind all who wait for it already. */
export async function approveRequest(
  services: RequestServices,
  input: DecisionInput & { licenseTypeId?: string | undefined },
): Promise<RequestEntry> {
  const { tenantId, note } = input;
  let licenseTypeId = '';
  const decided = await decideRequest(services, input, {
    from: ['PENDING'],
    async typesOf(request) {
      licenseTypeId = await chooseType(services.db, { tenantId, request, wanted: input.licenseTypeId });
      return [licenseTypeId];
    },
    async decide(tx, request, subscriptions) {
      const approved = { ...input, request, licenseTypeId, subscriptions };
      await requireNoSeat(tx, approved);
      await record(tx, services, approved, 'license_request.approved');
      const given = await giveNow(tx, services, approved);
      if (!given) await wait(tx, services, approved);
      const [entry] = await findRequests(tx, { tenantId, ids: [request.id] });
      if (!entry) throw requestNotFound();
      // A user who got the seat from the waiting list already has a mail.
      if (given || entry.status === 'WAITING')
        await mailDecision(tx, services, { request: entry, principal: input.principal, note });
      return reply(entry);
    },
  });
  services.sendMail();
  return decided;
}

interface Approved extends DecisionInput {
  request: UndecidedRequest;
  licenseTypeId: string;
  subscriptions: readonly LockedSubscription[];
}

/** The license type of the approval: the wanted one, that of the request, or else the only one that the tenant owns. */
async function chooseType(
  db: Database,
  { tenantId, request, wanted }: { tenantId: string; request: UndecidedRequest; wanted: string | undefined },
): Promise<string> {
  const { applicationId } = request;
  const types = await db.$queryRaw<{ id: string; owned: boolean }[]>`
    SELECT id, EXISTS (
      SELECT 1 FROM identity.subscriptions WHERE tenant_id = ${tenantId}::uuid AND license_type_id = license_types.id) AS owned
    FROM identity.license_types WHERE application_id = ${applicationId}::uuid`;
  const owned = types.filter((type) => type.owned);
  const chosen = wanted?.toLowerCase() ?? request.licenseTypeId;
  if (chosen === null) {
    const [only] = owned;
    if (!only) throw noSeatsAvailable('NOTHING_BOUGHT');
    if (owned.length > 1) throw validationFailed([{ path: 'licenseTypeId', message: 'choose one of several types' }]);
    return only.id;
  }
  if (!isUuid(chosen) || types.every(({ id }) => id !== chosen)) throw invalidLicenseType();
  // A waiting list without a subscription could not be locked.
  if (owned.every(({ id }) => id !== chosen)) throw noSeatsAvailable('NOTHING_BOUGHT');
  return chosen;
}

async function requireNoSeat(tx: Transaction, { tenantId, request }: Approved): Promise<void> {
  const { applicationId, userId } = request;
  const seat = await tx.seat.findFirst({ where: { tenantId, applicationId, userId }, select: { id: true } });
  if (seat) throw alreadyLicensed();
}

/** Gives the user a free seat, unless others wait for one. Returns whether there was one. */
async function giveNow(tx: Transaction, services: RequestServices, approved: Approved): Promise<boolean> {
  const { tenantId, principal, request, licenseTypeId, subscriptions } = approved;
  const first = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM identity.license_requests
    WHERE tenant_id = ${tenantId}::uuid AND license_type_id = ${licenseTypeId}::uuid AND status = 'WAITING'
    ORDER BY waiting_number LIMIT 1`;
  if (first.length > 0) return false;
  await tx.licenseRequest.update({ where: { id: request.id }, data: { licenseTypeId } });
  const { userId, applicationId } = request;
  const wanted = [{ userId, applicationId, licenseTypeId }];
  const gift = { tenantId, subscriptions, wanted, actor: actorOf(principal), cause: 'request' as const };
  return (await giveSeats(tx, services, gift)).given.length > 0;
}

/** Puts the request at the end of the waiting list. */
async function wait(tx: Transaction, services: RequestServices, approved: Approved): Promise<void> {
  const { tenantId, request, licenseTypeId } = approved;
  await takePlace(tx, { requestId: request.id, licenseTypeId });
  await record(tx, services, approved, 'license_request.waiting');
  // Read again: a subscription may have been added since the others were locked.
  const subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds: [licenseTypeId] });
  await handOutSeats(tx, services, subscriptions);
}

function record(
  tx: Transaction,
  { events }: RequestServices,
  { tenantId, principal, request, licenseTypeId }: Approved,
  type: 'license_request.approved' | 'license_request.waiting',
): Promise<string> {
  const { id: requestId, applicationId } = request;
  const cause = type === 'license_request.waiting' ? { cause: 'request' } : {};
  return events.publish(tx, {
    type,
    tenantId,
    actor: actorOf(principal),
    subjectId: request.userId,
    data: { requestId, applicationId, licenseTypeId, ...cause },
  });
}
