import { type Area, managesTenant, ofTenant } from '@org/identity-core';
import { deliveryPage } from './delivery-page.js';
import { failingOf, failingSection } from './failing-webhooks.js';
import { callOfPlatform, callOfTenant, type PageServices } from './page-scope.js';
import { readersSection, tenantWebhooksSection } from './platform-sections.js';
import { pagesTexts } from './texts.js';
import { webhookPage } from './webhook-page.js';
import { webhooksPage } from './webhooks-page.js';

/** The pages about webhooks, in the console of each tenant and in that of the platform. */
export function webhookAreas(services: PageServices): Area[] {
  const failing = { ofTenant: failingOf(services, callOfTenant), ofPlatform: failingOf(services, callOfPlatform) };
  const tenantPages = [
    webhooksPage(services, callOfTenant, (language) => pagesTexts[language].webhooks.lead, failing.ofTenant),
    webhookPage(services, callOfTenant),
    deliveryPage(services, callOfTenant),
    failingSection(failing.ofTenant),
  ];
  const platformPages = [
    webhooksPage(services, callOfPlatform, (language) => pagesTexts[language].platform.lead, failing.ofPlatform),
    webhookPage(services, callOfPlatform),
    deliveryPage(services, callOfPlatform),
    tenantWebhooksSection(services),
    readersSection(services),
    failingSection(failing.ofPlatform),
  ];
  return [
    ...tenantPages.map((page) => ({ place: 'tenant' as const, origins: ofTenant, isOpen: managesTenant, ...page })),
    ...platformPages.map((page) => ({ place: 'platform' as const, ...page })),
  ];
}
