import { IdentityError, isUuid } from '@org/identity-core';
import {
  endOfFeed,
  type FeedPosition,
  feedStart,
  type IdentityPluginHost,
  positionOfEvent,
} from '@org/identity-prisma';

/**
 * Where to start: after an event, at the beginning (empty), or now (undefined). Throws EVENT_GONE if there is no such event (any
 * more), or if it is not one of the tenant.
 */
export async function positionAfter(
  pool: IdentityPluginHost['pool'],
  { after, tenantId }: { after: string | undefined; tenantId: string | undefined },
): Promise<FeedPosition> {
  if (after === undefined) return endOfFeed(pool);
  if (after === '') return feedStart;
  const found = isUuid(after) ? await positionOfEvent(pool, { id: after, tenantId }) : undefined;
  if (!found)
    throw new IdentityError(
      'EVENT_GONE',
      'There is no such event, or it is no longer kept. Load your data anew, then start without it.',
    );
  return found;
}
