import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { TenantLimits } from '../tenant/create-tenant.js';
import { invitationsArea } from './invitations/invitations-area.js';
import { memberArea } from './members/member-area.js';
import { membersArea } from './members/members-area.js';
import { peopleSections } from './overview/people-sections.js';
import { tenantsArea } from './tenants-area.js';

/** The areas that this package adds to the consoles. */
export function consoleAreas(host: IdentityPluginHost, options: { limits: TenantLimits }): Area[] {
  return [
    tenantsArea(host, options),
    membersArea(host),
    memberArea(host),
    invitationsArea(host),
    ...peopleSections(host),
  ];
}
