import { type IdentityPluginHost, lastOfFeed, run } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireApplication } from '../license-types/require-application.js';
import { settleDue } from '../seat-changes/what-is-due.js';
import { cursorOf, type Snapshot, type SnapshotQuery } from './snapshot-schemas.js';
import {
  type SeatRow,
  type SubscriptionState,
  seatsOfAll,
  seatsOfTenant,
  seatsOfUser,
  subscriptionStates,
} from './snapshot-statements.js';

type Services = Pick<IdentityPluginHost, 'db' | 'pool' | 'events'>;

export interface SnapshotInput extends z.output<typeof SnapshotQuery> {
  /** Null: all tenants. */
  readonly tenantId: string | null;
}

/** For how many tenants one page applies due changes. The others are returned with a `settleAt` that has passed. */
const maxSettled = 50;
const first = { tenantId: '00000000-0000-0000-0000-000000000000', userId: '00000000-0000-0000-0000-000000000000' };

/**
 * A page of the seats of an application, with their subscriptions, for a copy that is then kept current by events. The
 * position is taken before anything is read: later changes are events after it.
 */
export async function readSnapshot(services: Services, input: SnapshotInput): Promise<z.input<typeof Snapshot>> {
  const { db, pool } = services;
  const { tenantId, applicationId } = input;
  const last = await lastOfFeed(pool, { tenantId: tenantId ?? undefined });
  await requireApplication(db, applicationId);
  let page = await readPage(services, input);
  const due = [...new Set(page.subscriptions.filter((each) => each.due).map((each) => each.tenantId))];
  for (const each of due.slice(0, maxSettled)) await settleDue(services, { tenantId: each, applicationId });
  if (due.length > 0) page = await readPage(services, input);
  const { seats, subscriptions } = page;
  const isPage = input.subscriptionId === undefined && input.userId === undefined;
  const end = isPage && seats.length === input.limit ? seats.at(-1) : undefined;
  return {
    tenantId,
    position: last?.id ?? '',
    subscriptions,
    // The seat of a disabled account stays assigned, but is no license.
    seats: seats.filter(({ disabled }) => !disabled),
    next: end ? cursorOf(end) : null,
    at: Date.now(),
  };
}

/** The seats of the page or of one user, and the subscriptions that they belong to; or one subscription alone. */
async function readPage(
  { pool }: Services,
  { tenantId, applicationId, after = first, limit, subscriptionId, userId }: SnapshotInput,
): Promise<{ seats: SeatRow[]; subscriptions: SubscriptionState[] }> {
  let seats: SeatRow[] = [];
  if (userId !== undefined) {
    seats = (await run<SeatRow>(pool, seatsOfUser, [tenantId, applicationId, userId])).rows;
  } else if (subscriptionId === undefined) {
    const read =
      tenantId === null
        ? run<SeatRow>(pool, seatsOfAll, [applicationId, after.tenantId, after.userId, limit])
        : run<SeatRow>(pool, seatsOfTenant, [tenantId, applicationId, after.userId, limit]);
    seats = (await read).rows;
  }
  const ids = [...new Set(seats.map((seat) => seat.subscriptionId)), ...(subscriptionId ? [subscriptionId] : [])];
  if (ids.length === 0) return { seats, subscriptions: [] };
  const { rows } = await run<SubscriptionState>(pool, subscriptionStates, [ids, applicationId, tenantId]);
  return { seats, subscriptions: rows };
}
