import type { Area } from '@org/identity-core';
import { inBothConsoles } from '../access/setup-caller.js';
import type { VerifyServices } from '../domains/verify-domain.js';
import { domainArea } from './domain-area.js';
import { signOnArea } from './sign-on-area.js';

/** The pages about single sign-on and domains. They are for the owners of a tenant, and for setup links. */
export function domainAreas(services: VerifyServices): Area[] {
  return [signOnArea(services), domainArea(services)].flatMap(inBothConsoles);
}
