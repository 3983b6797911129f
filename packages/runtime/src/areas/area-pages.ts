import type { Area, Console, PageRoute } from '@org/identity-core';
import { areaRoutes } from './area-routes.js';
import type { AreaServices } from './area-services.js';

/** The pages of all areas that the plugins and the server contribute, each in the frame of its console. */
export function areaPages(
  { consoles, areas }: { readonly consoles: readonly Console[]; readonly areas: readonly Area[] },
  services: AreaServices,
): PageRoute[] {
  return consoles.flatMap((console) => {
    const inside = areas.filter(({ place }) => place === console.place);
    return areaRoutes(services, console, inside);
  });
}
