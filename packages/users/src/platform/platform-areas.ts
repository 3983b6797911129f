import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { MailLimiter } from '../limits/mail-limits.js';
import { newPersonArea } from './new-person-area.js';
import { peopleArea } from './people-area.js';
import { personArea } from './person-area.js';

/** The pages of this package in the platform's console. */
export function platformAreas(host: IdentityPluginHost, mailLimiter: MailLimiter): Area[] {
  return [peopleArea(host), newPersonArea(host, mailLimiter), personArea(host, mailLimiter)];
}
