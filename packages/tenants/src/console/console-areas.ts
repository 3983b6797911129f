import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { applicationPolicySection } from '../application-policy/application-policy-section.js';
import { auditArea } from '../audit/audit-area.js';
import { recentEventsSection } from '../audit/recent-events-section.js';
import { deleteArea } from '../deletion/delete-area.js';
import { addPeopleArea } from '../group-pages/add-people-area.js';
import { groupArea } from '../group-pages/group-area.js';
import { groupsArea } from '../group-pages/groups-area.js';
import { memberGroupsSection } from '../group-pages/member-groups-section.js';
import { imagesSection } from '../images/images-section.js';
import { invitationsArea } from '../invitations-page/invitations-area.js';
import { memberArea } from '../member-pages/member-area.js';
import { membersArea } from '../member-pages/members-area.js';
import { peopleSections } from '../people-overview/people-sections.js';
import { policySection } from '../policy/policy-section.js';
import { securityArea } from '../security/security-area.js';
import { settingsArea } from '../settings/settings-area.js';
import type { TenantLimits } from '../tenant/create-tenant.js';
import { aboutSection } from './about-section.js';
import { tenantsArea } from './tenants-area.js';

export interface ConsoleOptions {
  readonly limits: TenantLimits;
  readonly slugHoldDays: number;
}

/** The pages of this package in the consoles of tenants. */
export function consoleAreas(host: IdentityPluginHost, options: ConsoleOptions): Area[] {
  return [
    tenantsArea(host, options),
    membersArea(host),
    memberArea(host),
    groupsArea(host),
    groupArea(host),
    addPeopleArea(host),
    memberGroupsSection(host),
    invitationsArea(host),
    settingsArea(host),
    imagesSection(host),
    securityArea(host),
    policySection(host),
    applicationPolicySection(host),
    auditArea(host),
    deleteArea(host, options),
    ...peopleSections(host),
    recentEventsSection(host),
    aboutSection(host),
  ];
}
