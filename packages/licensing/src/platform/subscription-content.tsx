import { type FieldErrors, firstOf, type UserVisit } from '@org/identity-core';
import { Button, Field, Form, Name, Select, useTexts } from '@org/identity-ui';
import { SubscriptionState } from '../console/seat-parts.js';
import { limitsText } from '../limits/limits-text.js';
import { LeasesField, LimitsField, OverageField, PlanFields, ReclaimField } from '../subscription-parts/life-fields.js';
import { PlannedSeats, TrialBadge } from '../subscription-parts/subscription-facts.js';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';
import { type Subscription, storedStatus } from './subscription-changes.js';
import { lastDayOf } from './subscription-days.js';
import { platformTexts } from './texts.js';

const statuses = ['ACTIVE', 'SUSPENDED', 'CANCELED'] as const;

interface ContentProps {
  visit: UserVisit;
  tenant: { readonly id: string; readonly name: string };
  subscription: Subscription;
  errors: FieldErrors | undefined;
}

/** One subscription: what it is, and the form that changes it. */
export function SubscriptionContent({ visit, tenant, subscription, errors }: ContentProps) {
  const { subscriptions: texts, subscription: own } = useTexts(platformTexts);
  const path = `${visit.base}/subscriptions/${tenant.id}`;
  const here = `${path}/${subscription.id}`;
  return (
    <>
      <dl class="facts">
        <dt>{own.tenant}</dt>
        <dd>
          <a href={path}>
            <Name text={tenant.name} />
          </a>
        </dd>
        <dt>{texts.state}</dt>
        <dd>
          <SubscriptionState subscription={subscription} /> <TrialBadge trial={subscription.trial} />
        </dd>
        <dt>{texts.held}</dt>
        <dd>{subscription.quantityAssigned}</dd>
        <Facts subscription={subscription} />
      </dl>
      <OtherForms {...{ visit, here, subscription }} />
      <section>
        <h2>{texts.change}</h2>
        <ChangeForm {...{ visit, here, subscription, errors }} />
      </section>
    </>
  );
}

function Facts({ subscription }: Pick<ContentProps, 'subscription'>) {
  const { facts, plan } = useTexts(subscriptionPartsTexts);
  const { quantityReserved, pendingAt } = subscription;
  return (
    <>
      {quantityReserved > 0 && (
        <>
          <dt>{facts.reserved}</dt>
          <dd>{quantityReserved}</dd>
        </>
      )}
      {pendingAt && (
        <>
          <dt>{plan.label}</dt>
          <dd>
            <PlannedSeats subscription={subscription} />
          </dd>
        </>
      )}
    </>
  );
}

type FormProps = Pick<ContentProps, 'visit' | 'subscription'> & { here: string };

/** Withdraws the planned change, and converts a trial. */
function OtherForms({ visit, here, subscription }: FormProps) {
  const { plan } = useTexts(subscriptionPartsTexts);
  const button = (action: string, label: string) => (
    <div class="bar">
      <Form action={here} hidden={{ ...visit.hidden, action }}>
        <Button kind="secondary">{label}</Button>
      </Form>
    </div>
  );
  return (
    <>
      {subscription.pendingAt && button('withdraw', plan.withdraw)}
      {subscription.trial && button('convert', plan.convert)}
    </>
  );
}

function ChangeForm({ visit, here, subscription, errors }: FormProps & Pick<ContentProps, 'errors'>) {
  const { subscriptions: texts } = useTexts(platformTexts);
  const stored: Record<string, string> = {
    quantity: String(subscription.quantityPurchased),
    onExcess: 'refuse',
    status: storedStatus(subscription),
    expiresAt: lastDayOf(subscription.expiresAt),
    overagePercent: String(subscription.overagePercent),
    reclaimAfterDays: String(subscription.reclaimAfterDays),
    leases: subscription.leases,
    limits: limitsText(subscription.limits),
  };
  const values = errors ? { ...stored, ...visit.form } : stored;
  const life = { values, errors };
  const shared = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  const choices = statuses.map((value) => ({ value, label: texts.statuses[value] }));
  return (
    <Form action={here} hidden={{ ...visit.hidden }}>
      <Field {...shared('quantity')} label={texts.quantity} inputmode="numeric" required />
      <PlanFields {...life} />
      <Select {...shared('status')} label={texts.status} groups={[{ choices }]} />
      <Field {...shared('expiresAt')} type="date" label={texts.expiresAt} hint={texts.expiresHint} />
      <OverageField {...life} />
      <ReclaimField {...life} />
      <LeasesField {...life} />
      <LimitsField {...life} />
      <Button>{texts.save}</Button>
    </Form>
  );
}
