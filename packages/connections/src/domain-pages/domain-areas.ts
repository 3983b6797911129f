import type { Area } from '@org/identity-core';
import type { VerifyServices } from '../domains/verify-domain.js';
import { domainArea } from './domain-area.js';
import { signOnArea } from './sign-on-area.js';

/** The pages about single sign-on and domains in the console of a tenant. They are for its owners. */
export function domainAreas(services: VerifyServices): Area[] {
  return [signOnArea(services), domainArea(services)];
}
