import { isUuid, type Principal } from '@org/identity-core';
import {
  type LicenseRequestStatus,
  type LockedSubscription,
  requireManager,
  type Transaction,
} from '@org/identity-prisma';
import { changeSeats } from '../seat-changes/change-seats.js';
import { requestDecided, requestNotFound } from './request-errors.js';
import type { RequestServices } from './request-license.js';

export interface DecisionInput {
  tenantId: string;
  principal: Principal;
  requestId: string;
  /** Mailed to the user, and not stored. */
  note?: string | undefined;
}

/** A request as it is before the decision. */
export interface UndecidedRequest {
  readonly id: string;
  readonly userId: string;
  readonly applicationId: string;
  readonly licenseTypeId: string | null;
  readonly status: LicenseRequestStatus;
}

export interface Decision<Result> {
  /** The statuses of requests that can be decided in this way. */
  readonly from: readonly LicenseRequestStatus[];
  /** The license types whose seats or waiting lists the decision changes. */
  typesOf(request: UndecidedRequest): readonly string[] | Promise<readonly string[]>;
  decide(tx: Transaction, request: UndecidedRequest, subscriptions: readonly LockedSubscription[]): Promise<Result>;
}

const again = Symbol('again');

/**
 * Runs a decision under the locks of its user and of the license types. Rights and request are read before, so that a
 * decision that must fail does not wait for a lock, and again under the locks.
 */
export async function decideRequest<Result>(
  services: RequestServices,
  input: DecisionInput,
  { from, typesOf, decide }: Decision<Result>,
): Promise<Result> {
  const { tenantId } = input;
  for (;;) {
    const before = await findUndecided(services.db, input, from);
    const scope = { tenantId, userIds: [before.userId], licenseTypeIds: await typesOf(before) };
    const result = await changeSeats(services, scope, async (tx, subscriptions) => {
      const request = await findUndecided(tx, input, from);
      // It was put on a waiting list a moment ago, which is not locked.
      if (request.status !== before.status) return again;
      return decide(tx, request, subscriptions);
    });
    if (result !== again) return result;
  }
}

async function findUndecided(
  tx: Transaction,
  { tenantId, principal, requestId: id }: DecisionInput,
  from: readonly LicenseRequestStatus[],
): Promise<UndecidedRequest> {
  await requireManager(tx, { tenantId, principal });
  const select = { id: true, userId: true, applicationId: true, licenseTypeId: true, status: true };
  const request = isUuid(id) ? await tx.licenseRequest.findFirst({ where: { id, tenantId }, select }) : null;
  if (!request) throw requestNotFound();
  if (!from.includes(request.status)) throw requestDecided();
  return request;
}
