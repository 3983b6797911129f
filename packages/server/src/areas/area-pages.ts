import type { Area, PageRoute, Rehearse } from '@org/identity-core';
import type { IdentityPluginHost, RunIfExpected } from '@org/identity-prisma';
import { areaRoutes } from './area-routes.js';
import { accountPlace, areasIn, platformPlace, tenantPlace, tenantsPlace } from './places.js';

export interface AreaServices extends Pick<IdentityPluginHost, 'brand' | 'pool' | 'namesOf'> {
  readonly rehearse: Rehearse;
  readonly runIfExpected: RunIfExpected;
  /** Whether the rights of a super admin need a second factor. */
  readonly superAdminFactor: { readonly required: boolean };
}

/** The pages of all areas that the plugins and the server contribute, in the frame of their place. */
export function areaPages(
  areas: readonly Area[],
  services: AreaServices,
  { platformConsole }: { platformConsole: boolean },
): PageRoute[] {
  const ofPlatform = platformConsole ? areasIn(areas, 'platform') : [];
  const has = (name: Area['place']) => areas.some(({ place }) => place === name);
  const consoles = { account: has('account'), tenants: has('tenants'), platform: ofPlatform.length > 0 };
  return [
    ...areaRoutes(services, accountPlace(services, consoles), areasIn(areas, 'account')),
    ...areaRoutes(services, tenantsPlace(services, consoles), areasIn(areas, 'tenants')),
    ...areaRoutes(services, tenantPlace(services, consoles), areasIn(areas, 'tenant')),
    ...areaRoutes(services, platformPlace(services, consoles), ofPlatform),
  ];
}
