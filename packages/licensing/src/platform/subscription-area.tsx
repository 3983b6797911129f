import type { PlatformArea, UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { subscriptionNotFound } from '../access/errors.js';
import { findTenantWithSubscriptions } from '../subscriptions/list-subscriptions.js';
import type { SubscriptionChanges } from '../subscriptions/subscription-schemas.js';
import { updateSubscription } from '../subscriptions/update-subscription.js';
import { changesIn, confirmationOf } from './subscription-changes.js';
import { SubscriptionContent } from './subscription-content.js';
import { subscriptionErrors, subscriptionTexts } from './tenant-subscriptions-area.js';
import { platformTexts } from './texts.js';

/** One subscription: its seats, status, end and rules. Changes that take seats away are confirmed first. */
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
    texts: subscriptionTexts,
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
      return { redirect: `${base}/subscriptions/${tenant.id}?done=${doneBy(changes)}` };
    },
  };
}

/** The notice after a change. */
function doneBy({ effectiveAt, pendingQuantity, trial }: SubscriptionChanges): string {
  if (effectiveAt) return 'planned';
  if (pendingQuantity === null) return 'withdrawn';
  return trial === false ? 'converted' : 'changed';
}
