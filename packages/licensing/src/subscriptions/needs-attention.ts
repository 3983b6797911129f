import type { ApplicationSeats, SummarizedSubscription } from './summarize-seats.js';

/** A subscription or an application that somebody should look at. */
export type Attention =
  | {
      readonly kind: 'ends' | 'ended' | 'suspended' | 'canceled';
      readonly application: ApplicationSeats;
      readonly subscription: SummarizedSubscription;
    }
  | { readonly kind: 'full'; readonly application: ApplicationSeats };

/** The end of a subscription needs attention this many days before. */
export const soonDays = 30;
const soon = soonDays * 24 * 60 * 60 * 1000;

/**
 * What needs attention: subscriptions that end within 30 days, that are suspended, or that have ended or were canceled although
 * people hold seats of them; those that ended in the last 30 days in any case. And applications without a free seat.
 */
export function needsAttention(applications: readonly ApplicationSeats[], now = Date.now()): Attention[] {
  return applications.flatMap((application) => {
    const subscriptions = application.licenseTypes.flatMap((type) => type.subscriptions);
    const found = subscriptions.flatMap((subscription): Attention[] => {
      const kind = kindOf(subscription, now);
      return kind ? [{ kind, application, subscription }] : [];
    });
    const isFull = application.bought > 0 && application.free === 0;
    return isFull ? [...found, { kind: 'full' as const, application }] : found;
  });
}

function kindOf({ status, expiresAt, quantityAssigned }: SummarizedSubscription, now: number) {
  const end = expiresAt?.getTime();
  if (status === 'SUSPENDED') return 'suspended' as const;
  if (status === 'CANCELED') return quantityAssigned > 0 ? ('canceled' as const) : undefined;
  if (status === 'EXPIRED')
    return quantityAssigned > 0 || (end !== undefined && end > now - soon) ? ('ended' as const) : undefined;
  return end !== undefined && end < now + soon ? ('ends' as const) : undefined;
}
