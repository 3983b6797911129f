import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { decisionArea } from './decision-area.js';
import { requestsArea } from './requests-area.js';

/** The pages about requests in the consoles of tenants. */
export function requestAreas(host: IdentityPluginHost): Area[] {
  return [requestsArea(host), decisionArea(host)];
}
