import type { Pool, Queued } from '@org/identity-prisma';

/** After this time another process can claim the webhook. */
const claimSeconds = 2 * 60;

/** Claimed webhooks that this process sends to at once. */
export const lanes = 32;
/** Webhooks that are slow or failing use no more than these, so that there is always room for others. */
const lanesForTroubled = lanes / 4;
/** Claimed webhooks that have left their lane, because their receivers do not respond. Each costs a socket. */
const maxParked = 96;

/** A webhook with something to send, and no other process sends to it. */
export interface ClaimedWebhook extends Queued {
  failures: number;
  slow: boolean;
  /** Whether it has left its lane. */
  parked: boolean;
}

/** Claims the webhook that has been due the longest. */
export async function claimWebhook(
  pool: Pool,
  inFlight: readonly ClaimedWebhook[],
): Promise<ClaimedWebhook | undefined> {
  const { rows } = await pool.query<ClaimedWebhook>(
    `UPDATE identity.webhooks SET claimed_until = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM identity.webhooks
                 WHERE status = 'ACTIVE' AND due_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())
                   AND ($2 OR (failures = 0 AND NOT slow))
                 ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id, failures AS attempts, failures, slow, false AS parked`,
    [claimSeconds, hasRoomForTroubled(inFlight)],
  );
  return rows[0];
}

function hasRoomForTroubled(inFlight: readonly ClaimedWebhook[]): boolean {
  const troubled = inFlight.filter(({ failures, slow, parked }) => !parked && (slow || failures > 0));
  return troubled.length < lanesForTroubled && canPark(inFlight);
}

/** Whether one more webhook may leave its lane. */
export function canPark(inFlight: Iterable<ClaimedWebhook>): boolean {
  return [...inFlight].filter(({ parked }) => parked).length < maxParked;
}
