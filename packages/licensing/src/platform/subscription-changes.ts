import { type Confirmation, readForm } from '@org/identity-core';
import { type Language, longDate } from '@org/identity-ui';
import { limitsIn } from '../limits/limits-text.js';
import { allowedSeats } from '../seat-changes/allowed-seats.js';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';
import type { subscriptionEntry } from '../subscriptions/subscription-entry.js';
import { type SubscriptionChanges, UpdateSubscriptionBody } from '../subscriptions/subscription-schemas.js';
import { endOfDay, lastDayOf, startOfDay } from './subscription-days.js';
import { platformTexts } from './texts.js';

export type Subscription = ReturnType<typeof subscriptionEntry>;
type Form = Readonly<Record<string, string>>;

/** The number that was entered. Text that is no number stays as it is, for the rules to refuse. */
export function numberIn(text: string | undefined): unknown {
  return /^\d{1,9}$/u.test(text?.trim() ?? '') ? Number(text) : text;
}

/** EXPIRED is not stored: such a subscription is active, but has ended. */
export const storedStatus = ({ status }: Subscription) => (status === 'EXPIRED' ? 'ACTIVE' : status);

/** What the form changes, by the rules of the API. Undefined if all values are those that are stored. */
export function changesIn(form: Form, stored: Subscription): SubscriptionChanges | undefined {
  if (form['action'] === 'withdraw') return { pendingQuantity: null };
  if (form['action'] === 'convert') return { trial: false };
  const status = form['status'] ?? storedStatus(stored);
  const day = (form['expiresAt'] ?? lastDayOf(stored.expiresAt)).trim();
  const changes = {
    ...quantityIn(form, stored),
    ...(status === storedStatus(stored) ? {} : { status }),
    // A day that was not changed keeps the stored time of that day.
    ...(day === lastDayOf(stored.expiresAt) ? {} : { expiresAt: day === '' ? null : endOfDay(day) }),
    ...ruleIn(form, 'overagePercent', stored.overagePercent),
    ...ruleIn(form, 'reclaimAfterDays', stored.reclaimAfterDays),
    ...(form['leases'] === undefined || form['leases'] === stored.leases ? {} : { leases: form['leases'] }),
    ...limitsChangedIn(form, stored),
  };
  return Object.keys(changes).length === 0 ? undefined : readForm(UpdateSubscriptionBody, changes);
}

/** The number of seats, from which day on, and what happens if more are held. */
function quantityIn(form: Form, { quantityPurchased }: Subscription) {
  const quantity = numberIn(form['quantity'] ?? String(quantityPurchased));
  const day = form['effectiveAt']?.trim() ?? '';
  if (quantity === quantityPurchased && day === '') return {};
  const { onExcess = 'refuse' } = form;
  return {
    quantity,
    ...(onExcess === 'refuse' ? {} : { onExcess }),
    ...(day === '' ? {} : { effectiveAt: startOfDay(day) }),
  };
}

function ruleIn(form: Form, name: 'overagePercent' | 'reclaimAfterDays', stored: number) {
  const value = numberIn(form[name]?.trim() ?? String(stored));
  return value === stored ? {} : { [name]: value };
}

function limitsChangedIn({ limits: text }: Form, { limits }: Subscription) {
  const entered = text === undefined ? limits : limitsIn(text);
  return JSON.stringify(entered) === JSON.stringify(limits) ? {} : { limits: entered };
}

/** What to ask before a change that takes something away. */
export function confirmationOf(
  changes: SubscriptionChanges,
  stored: Subscription,
  language: Language,
): Confirmation | undefined {
  const { quantity, status, expiresAt } = changes;
  const texts = platformTexts[language].subscription;
  const { quantityAssigned: held, applicationName } = stored;
  const lost = held === 0 ? [] : [texts.lose(held, applicationName)];
  if (status === 'CANCELED') return { title: texts.cancelTitle, button: texts.cancel, facts: lost };
  if (status === 'SUSPENDED') return { title: texts.suspendTitle, button: texts.suspend, facts: lost };
  if (expiresAt && (stored.expiresAt === null || expiresAt < stored.expiresAt))
    return { title: texts.endTitle, button: texts.end, facts: held === 0 ? [] : [texts.loseLater(held)] };
  if (quantity === undefined || quantity >= stored.quantityPurchased) return undefined;
  return changes.effectiveAt
    ? plannedConfirmation({ ...changes, quantity }, stored, language)
    : { title: texts.reduceTitle(quantity), button: texts.reduce };
}

function plannedConfirmation(
  { quantity, effectiveAt, onExcess, overagePercent }: SubscriptionChanges & { quantity: number },
  stored: Subscription,
  language: Language,
): Confirmation {
  const { plan } = subscriptionPartsTexts[language];
  const inUse = stored.quantityAssigned + stored.quantityReserved;
  const excess = inUse - allowedSeats(quantity, overagePercent ?? stored.overagePercent);
  return {
    title: plan.reduceTitle(quantity, effectiveAt ? longDate(effectiveAt, language) : ''),
    button: platformTexts[language].subscription.reduce,
    facts: onExcess === 'release' && excess > 0 ? [plan.release(excess)] : [],
  };
}
