import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { explainArea } from './explain-area.js';

/** The pages of this package in the platform's console. */
export function platformAreas(host: IdentityPluginHost): Area[] {
  return [explainArea(host)];
}
