import type { Area, PageRoute, SetupLinks } from '@org/identity-core';
import { areaRoutes } from './area-routes.js';
import type { AreaServices } from './area-services.js';
import { areasIn, consoleOfAccount, consoleOfPlatform, consoleOfTenant, consoleOfTenants } from './consoles.js';
import { consoleOfSetup } from './setup-console.js';

/** The pages of all areas that the plugins and the server contribute, in the frame of their console. */
export function areaPages(
  areas: readonly Area[],
  services: AreaServices,
  { platformConsole, setupLinks }: { platformConsole: boolean; setupLinks: SetupLinks | undefined },
): PageRoute[] {
  const ofPlatform = platformConsole ? areasIn(areas, 'platform') : [];
  const has = (name: Area['place']) => areas.some(({ place }) => place === name);
  const consoles = { account: has('account'), tenants: has('tenants'), platform: ofPlatform.length > 0 };
  return [
    ...areaRoutes(services, consoleOfAccount(services, consoles), areasIn(areas, 'account')),
    ...areaRoutes(services, consoleOfTenants(services, consoles), areasIn(areas, 'tenants')),
    ...areaRoutes(services, consoleOfTenant(services, consoles), areasIn(areas, 'tenant')),
    ...areaRoutes(services, consoleOfPlatform(services, consoles), ofPlatform),
    ...(setupLinks ? areaRoutes(services, consoleOfSetup(services, setupLinks), areasForSetup(areas)) : []),
  ];
}

/** The pages of setup links: their own, and those of a tenant's console that their visitors can open. */
function areasForSetup(areas: readonly Area[]) {
  return [
    ...areasIn(areas, 'setup'),
    ...areasIn(areas, 'tenant').filter(({ origins }) => origins?.includes('setup_link')),
  ];
}
