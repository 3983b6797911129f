import { type Area, managesTenant } from '@org/identity-core';
import { deliveryPage } from './delivery-page.js';
import { callOfPlatform, callOfTenant, type PageServices } from './page-scope.js';
import { readersSection, tenantWebhooksSection } from './platform-sections.js';
import { pagesTexts } from './texts.js';
import { webhookPage } from './webhook-page.js';
import { webhooksPage } from './webhooks-page.js';

/** The pages about webhooks, in the console of each tenant and in that of the platform. */
export function webhookAreas(services: PageServices): Area[] {
  const ofTenant = [
    webhooksPage(services, callOfTenant, (language) => pagesTexts[language].webhooks.lead),
    webhookPage(services, callOfTenant),
    deliveryPage(services, callOfTenant),
  ];
  const ofPlatform = [
    webhooksPage(services, callOfPlatform, (language) => pagesTexts[language].platform.lead),
    webhookPage(services, callOfPlatform),
    deliveryPage(services, callOfPlatform),
    tenantWebhooksSection(services),
    readersSection(services),
  ];
  return [
    ...ofTenant.map((page) => ({ place: 'tenant' as const, isOpen: managesTenant, ...page })),
    ...ofPlatform.map((page) => ({ place: 'platform' as const, ...page })),
  ];
}
