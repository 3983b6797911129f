import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { historyArea } from './history-area.js';
import { statementArea } from './statement-area.js';

/** The history in the consoles of tenants, and statements in that of the platform. */
export function historyAreas(host: IdentityPluginHost): Area[] {
  return [historyArea(host), statementArea(host)];
}
