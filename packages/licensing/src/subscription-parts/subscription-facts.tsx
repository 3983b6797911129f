import { Badge, formatLocales, longDate, useLanguage, useTexts } from '@org/identity-ui';
import { subscriptionPartsTexts } from './texts.js';

export interface SubscriptionFactsProps {
  readonly trial: boolean;
  readonly overagePercent: number;
  readonly pendingQuantity: number | null;
  readonly pendingAt: Date | null;
  readonly leases: 'ALLOWED' | 'NONE';
}

/** The number of seats, with the overage and the planned number. */
export function SeatsOf({ quantity, subscription }: { quantity: number; subscription: SubscriptionFactsProps }) {
  const { facts } = useTexts(subscriptionPartsTexts);
  const locale = formatLocales[useLanguage()];
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(subscription.overagePercent / 100);
  return (
    <>
      {quantity}
      {subscription.overagePercent > 0 && <span class="soft">{facts.overage(percent)}</span>}
      {subscription.pendingAt && (
        <span class="soft">
          <PlannedSeats subscription={subscription} />
        </span>
      )}
    </>
  );
}

/** The planned number of seats, and its day. */
export function PlannedSeats({ subscription }: { subscription: SubscriptionFactsProps }) {
  const { facts } = useTexts(subscriptionPartsTexts);
  const language = useLanguage();
  const { pendingQuantity, pendingAt } = subscription;
  if (pendingQuantity === null || !pendingAt) return null;
  const seats = new Intl.NumberFormat(formatLocales[language]).format(pendingQuantity);
  return <>{facts.planned(seats, longDate(pendingAt, language), pendingQuantity === 1)}</>;
}

/** Says that seats of a subscription cannot be leased. */
export function LeasesFact({ leases }: Pick<SubscriptionFactsProps, 'leases'>) {
  const { facts } = useTexts(subscriptionPartsTexts);
  return leases === 'NONE' ? <span class="soft">{facts.noLeases}</span> : null;
}

/** Says that a subscription is a trial. */
export function TrialBadge({ trial }: { trial: boolean }) {
  const { facts } = useTexts(subscriptionPartsTexts);
  return trial ? <Badge>{facts.trial}</Badge> : null;
}
