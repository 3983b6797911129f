import {
  type Connection,
  isIdentityError,
  type MachinePrincipal,
  rateLimited,
  serviceUnavailable,
} from '@org/identity-core';
import type { Feed } from './feed.js';
import { positionAfter } from './position-after.js';
import type { Slot } from './slots.js';
import { streamEvents } from './stream-events.js';

/** How often the rights of a stream are checked again, in milliseconds. */
const checkInterval = 4_000;
/** How soon a check is repeated that failed, such as because the database is busy. */
const repeatInterval = 1_000;
/** A stream whose rights could not be checked for this long ends: the client comes back and misses nothing. */
const maxUnchecked = 10_000;

export interface StreamRequest {
  readonly principal: MachinePrincipal;
  /** The last event that the client got; empty: the beginning. Undefined: only events from now on. */
  readonly after: string | undefined;
  readonly connection: Connection<MachinePrincipal>;
}

/** Opens the stream of the caller's tenant, or of all events for a machine of the platform. */
export async function openStream(
  { pool, tail, streams }: Feed,
  { principal, after, connection }: StreamRequest,
): Promise<AsyncIterable<string>> {
  const { signal, end } = slotOf(streams.take(principal.clientId, connection.signal));
  try {
    const tenantId = principal.tenantId ?? undefined;
    const from = await positionAfter(pool, { after, tenantId });
    const borrowed = await tail.borrow();
    signal.addEventListener('abort', borrowed.release, { once: true });
    if (signal.aborted) borrowed.release();
    endWithRights({ principal, connection, signal, end });
    return streamEvents({ pool, tail: borrowed, tenantId, from, signal });
  } catch (error) {
    end();
    throw error;
  }
}

function slotOf(taken: ReturnType<Feed['streams']['take']>): Slot {
  if (taken === 'closed') throw serviceUnavailable('The server is stopping. Connect again in a moment.');
  if (taken === 'full') throw serviceUnavailable('There are too many open streams.', 5);
  if (taken === 'too many of the caller') throw rateLimited(5);
  return taken;
}

/** Ends a stream when its token expires, and soon after its client has lost the right to it. */
function endWithRights({
  principal,
  connection,
  signal,
  end,
}: Pick<StreamRequest, 'principal' | 'connection'> & { signal: AbortSignal; end: () => void }): void {
  const remaining = () => connection.expiresAt - Date.now();
  let checkedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const plan = (milliseconds: number) => {
    if (!signal.aborted) timer = setTimeout(check, Math.max(0, Math.min(milliseconds, remaining())));
  };
  const check = async () => {
    if (remaining() <= 0) return end();
    try {
      const now = await connection.recheck();
      if (now.tenantId !== principal.tenantId) return end();
      checkedAt = performance.now();
      plan(checkInterval);
    } catch (error) {
      const isRefused = isIdentityError(error) && error.status < 500;
      if (isRefused || performance.now() - checkedAt >= maxUnchecked) return end();
      plan(repeatInterval);
    }
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  plan(checkInterval);
}
