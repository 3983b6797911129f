import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { deleteArea } from '../deletion/delete-area.js';
import { securityArea } from '../security/security-area.js';
import { settingsArea } from '../settings/settings-area.js';
import type { TenantLimits } from '../tenant/create-tenant.js';
import { tenantsArea } from './tenants-area.js';

export interface ConsoleOptions {
  readonly limits: TenantLimits;
  readonly slugHoldDays: number;
}

/** The pages of this package in the consoles of tenants. */
export function consoleAreas(host: IdentityPluginHost, options: ConsoleOptions): Area[] {
  return [tenantsArea(host, options), settingsArea(host), securityArea(host), deleteArea(host, options)];
}
