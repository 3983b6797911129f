import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { endingOf, endingSection } from './ending-subscriptions.js';
import { explainArea } from './explain-area.js';
import { licenseTypeArea } from './license-type-area.js';
import { licenseTypesSection } from './license-types-section.js';
import { subscriptionArea } from './subscription-area.js';
import { subscriptionsArea } from './subscriptions-area.js';
import { tenantSubscriptionsArea } from './tenant-subscriptions-area.js';

/** The pages of this package in the platform's console. */
export function platformAreas(host: IdentityPluginHost): Area[] {
  const ending = endingOf(host);
  return [
    subscriptionsArea(host, ending),
    endingSection(ending),
    tenantSubscriptionsArea(host),
    subscriptionArea(host),
    licenseTypesSection(host),
    licenseTypeArea(host),
    explainArea(host),
  ];
}
