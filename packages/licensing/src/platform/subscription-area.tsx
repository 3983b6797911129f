import {
  Button,
  type Confirmation,
  Field,
  type FieldErrors,
  Form,
  firstOf,
  type Language,
  Name,
  type PlatformArea,
  readForm,
  Select,
  type UserVisit,
  useTexts,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import { subscriptionNotFound } from '../access/errors.js';
import { SubscriptionState } from '../console/seat-parts.js';
import { findTenantWithSubscriptions } from '../subscriptions/list-subscriptions.js';
import { UpdateSubscriptionBody } from '../subscriptions/subscription-schemas.js';
import { updateSubscription } from '../subscriptions/update-subscription.js';
import { endOfDay, lastDayOf } from './subscription-days.js';
import { numberIn, subscriptionErrors } from './tenant-subscriptions-area.js';
import { platformTexts } from './texts.js';

type Found = Awaited<ReturnType<typeof findTenantWithSubscriptions>>;
type Subscription = Found['subscriptions'][number];
type Changes = z.output<typeof UpdateSubscriptionBody>;

const statuses = ['ACTIVE', 'SUSPENDED', 'CANCELED'] as const;

const textsIn = (language: Language) => {
  const { subscriptions, notices, refusals } = platformTexts[language];
  return { name: subscriptions.name, title: subscriptions.title, notices, refusals };
};

/** One subscription: its quantity, status and end. What takes seats away is asked first. */
export function subscriptionArea(host: IdentityPluginHost): PlatformArea {
  const find = async ({ principal, params }: UserVisit) => {
    const found = await findTenantWithSubscriptions(host, { principal, tenantId: params['tenantId'] ?? '' });
    const subscription = found.subscriptions.find(({ id }) => id === params['subscriptionId']);
    if (!subscription) throw subscriptionNotFound();
    return { tenant: found.tenant, subscription };
  };
  return {
    place: 'platform',
    path: 'subscriptions/:tenantId/:subscriptionId',
    parent: 'subscriptions',
    texts: { en: textsIn('en'), de: textsIn('de') },
    async draw(visit, errors) {
      const { tenant, subscription } = await find(visit);
      const { applicationName, licenseTypeName } = subscription;
      return {
        heading: platformTexts[visit.language].subscription.title(`${applicationName}, ${licenseTypeName}`),
        content: <SubscriptionContent {...{ visit, tenant, subscription, errors }} />,
      };
    },
    errorsOf: subscriptionErrors,
    async confirm(visit) {
      const { subscription } = await find(visit);
      const changes = changesIn(visit.form, subscription);
      return changes && confirmationOf(changes, subscription, visit.language);
    },
    async act(visit) {
      const { principal, params, base, form } = visit;
      const { tenant, subscription } = await find(visit);
      const changes = changesIn(form, subscription);
      if (!changes) return { done: 'unchanged' };
      const subscriptionId = params['subscriptionId'] ?? '';
      await updateSubscription(host, { principal, tenantId: tenant.id, subscriptionId, changes });
      return { redirect: `${base}/subscriptions/${tenant.id}?done=changed` };
    },
  };
}

/** EXPIRED is not stored: such a subscription is active, but has ended. */
const storedStatus = ({ status }: Subscription) => (status === 'EXPIRED' ? 'ACTIVE' : status);

/** What the form changes, by the rules of the API. Undefined if all values are those that are stored. */
function changesIn(form: Readonly<Record<string, string>>, stored: Subscription): Changes | undefined {
  const quantity = numberIn(form['quantity'] ?? String(stored.quantityPurchased));
  const status = form['status'] ?? storedStatus(stored);
  const day = (form['expiresAt'] ?? lastDayOf(stored.expiresAt)).trim();
  const changes = {
    ...(quantity === stored.quantityPurchased ? {} : { quantity }),
    ...(status === storedStatus(stored) ? {} : { status }),
    // A day that was not changed keeps the stored time of that day.
    ...(day === lastDayOf(stored.expiresAt) ? {} : { expiresAt: day === '' ? null : endOfDay(day) }),
  };
  return Object.keys(changes).length === 0 ? undefined : readForm(UpdateSubscriptionBody, changes);
}

function confirmationOf(
  { quantity, status, expiresAt }: Changes,
  stored: Subscription,
  language: Language,
): Confirmation | undefined {
  const texts = platformTexts[language].subscription;
  const { quantityAssigned: held, applicationName } = stored;
  const lost = held === 0 ? [] : [texts.lose(held, applicationName)];
  if (status === 'CANCELED') return { title: texts.cancelTitle, button: texts.cancel, facts: lost };
  if (status === 'SUSPENDED') return { title: texts.suspendTitle, button: texts.suspend, facts: lost };
  if (expiresAt && (stored.expiresAt === null || expiresAt < stored.expiresAt))
    return { title: texts.endTitle, button: texts.end, facts: held === 0 ? [] : [texts.loseLater(held)] };
  if (quantity !== undefined && quantity < stored.quantityPurchased)
    return { title: texts.reduceTitle(quantity), button: texts.reduce };
  return undefined;
}

interface ContentProps {
  visit: UserVisit;
  tenant: Found['tenant'];
  subscription: Subscription;
  errors: FieldErrors | undefined;
}

function SubscriptionContent({ visit, tenant, subscription, errors }: ContentProps) {
  const { subscriptions: texts, subscription: own } = useTexts(platformTexts);
  const { base, hidden, form } = visit;
  const path = `${base}/subscriptions/${tenant.id}`;
  const stored: Record<string, string> = {
    quantity: String(subscription.quantityPurchased),
    status: storedStatus(subscription),
    expiresAt: lastDayOf(subscription.expiresAt),
  };
  const shared = (name: string) => ({
    name,
    value: (errors ? form[name] : undefined) ?? stored[name] ?? '',
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  const choices = statuses.map((value) => ({ value, label: texts.statuses[value] }));
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
          <SubscriptionState subscription={subscription} />
        </dd>
        <dt>{texts.held}</dt>
        <dd>{subscription.quantityAssigned}</dd>
      </dl>
      <Form action={`${path}/${subscription.id}`} hidden={{ ...hidden }}>
        <Field {...shared('quantity')} label={texts.quantity} inputmode="numeric" required />
        <Select {...shared('status')} label={texts.status} groups={[{ choices }]} />
        <Field {...shared('expiresAt')} label={texts.expiresAt} hint={texts.expiresHint} />
        <Button>{texts.save}</Button>
      </Form>
    </>
  );
}
