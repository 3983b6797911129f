import type { BrokenGlass } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { allEventsArea } from './audit/all-events-area.js';
import { membershipData } from './audit/personal-data.js';
import { tenantCommands } from './commands/tenant-commands.js';
import { consoleAreas } from './console/console-areas.js';
import { dataChecks } from './data-checks/data-checks.js';
import { declaredLists } from './declared-lists.js';
import { groupsService } from './groups/groups-service.js';
import { joinGroups } from './groups/join-groups.js';
import { imageFiles } from './images/image-files.js';
import { invitationPages } from './invitations/invitation-routes.js';
import { inviteForPlugins } from './invitations/invite-for-plugins.js';
import { restoreSteps } from './invitations/restore-steps.js';
import { memberImport } from './members/add-members.js';
import { accountSubscribers } from './members/leave-with-account.js';
import { membersService } from './members/members-service.js';
import { allTenantsArea } from './platform/all-tenants-area.js';
import { newTenantArea } from './platform/new-tenant-area.js';
import { breakGlassSubscribers, isBreakGlass, noteBrokenGlass } from './policy/break-glass.js';
import { requireWayIn } from './policy/way-in.js';
import { roleRuleSubscribers } from './role-rules/role-rule-subscribers.js';
import { roleRules } from './role-rules/set-role-rules.js';
import { routes } from './routes.js';
import { chooseTenantStep } from './sign-in/choose-tenant-step.js';
import { tenantResolver } from './sign-in/decide-tenant.js';
import { tenantClaims } from './sign-in/tenant-claims.js';
import { heldSlugsJob, readSlugHoldDays } from './slugs/held-slugs.js';
import { closingTenantsJob } from './tenant/closing-batches.js';
import { defaultTenantLimits, type TenantLimits } from './tenant/create-tenant.js';
import { seededTenants } from './tenant/seeded-tenants.js';
import { tenantNames } from './tenant/tenant-names.js';

export interface TenantsOptions {
  limits?: Partial<TenantLimits>;
  /** For how many days the slug of a deleted tenant cannot be used again (default 90); 0 frees it at once. */
  slugHoldDays?: number;
}

/** Tenants, their members and invitations, and the tenant of a token. */
export function tenants(options: TenantsOptions = {}): IdentityPlugin {
  const limits = { ...defaultTenantLimits, ...options.limits };
  const slugHoldDays = readSlugHoldDays(options.slugHoldDays);
  return {
    name: 'tenants',
    declares: {
      ...declaredLists,
      seed: { sections: { tenants: seededTenants } },
      services: ['members', 'groups'],
      commands: tenantCommands,
      checks: dataChecks,
      restoreSteps,
    },
    setup(host) {
      const brokeGlass = (use: BrokenGlass) => noteBrokenGlass(host, use);
      return {
        services: {
          members: {
            ...membersService(host),
            ...memberImport(host),
            ...joinGroups(host),
            ...roleRules(host),
            ...inviteForPlugins(host),
            requireWayIn: (tx, tenant) => requireWayIn(tx, host, tenant),
            isBreakGlass,
          },
          groups: groupsService(host),
        },
        tenants: tenantResolver(host.pool, host.issuer, brokeGlass),
        steps: [chooseTenantStep(host)],
        tokenClaims: tenantClaims(host.pool, brokeGlass),
        routes: routes(host, { limits, slugHoldDays }),
        jobs: [heldSlugsJob(host), closingTenantsJob(host)],
        pages: invitationPages(host),
        files: imageFiles(host),
        areas: [
          ...consoleAreas(host, { limits, slugHoldDays }),
          allTenantsArea(host),
          newTenantArea(host),
          allEventsArea(host),
        ],
        subscribers: [...accountSubscribers(host), ...breakGlassSubscribers(host), ...roleRuleSubscribers(host)],
        personalData: membershipData(host),
        names: tenantNames(host),
      };
    },
  };
}
