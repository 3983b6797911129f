import type { Area } from '@org/identity-core';
import { apiArea } from '../api-pages/api-area.js';
import { apisArea } from '../api-pages/apis-area.js';
import { activitySection } from './activity-section.js';
import { applicationArea } from './application-area.js';
import { applicationsArea } from './applications-area.js';
import { clientArea } from './client-area.js';
import { clientsArea } from './clients-area.js';
import type { ConsoleServices } from './console-services.js';
import { keysArea } from './keys-area.js';
import { newClientArea } from './new-client-area.js';
import { overviewSections } from './overview-sections.js';
import { queueArea } from './queue-area.js';
import { queuesArea } from './queues-area.js';

/** The pages of what the server itself owns, in the platform's console. */
export function platformAreas(services: ConsoleServices): Area[] {
  return [
    clientsArea(services),
    newClientArea(services),
    clientArea(services),
    applicationsArea(services),
    applicationArea(services),
    apisArea(services),
    apiArea(services),
    queuesArea(services),
    queueArea(services),
    keysArea(services),
    ...overviewSections(services),
    activitySection(services),
  ];
}
