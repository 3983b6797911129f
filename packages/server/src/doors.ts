import { machineOnly, type Origins, ownOnly, type PageRoute, type Route, type SignInStep } from '@org/identity-core';

/** A way into the service, with the origins of sessions that it takes. */
export interface Door {
  readonly kind: 'route' | 'page' | 'form' | 'step';
  /** Method and path, or the name of a sign-in step. */
  readonly name: string;
  /** Empty for what has nothing to do with sessions: it takes machines only, or other credentials. */
  readonly origins: Origins;
}

interface Declared {
  readonly routes: readonly Route[];
  readonly pages: readonly PageRoute[];
  readonly steps: readonly SignInStep[];
}

/** Every route, page, form and sign-in step, from their declarations. */
export function doorsOf({ routes, pages, steps }: Declared): Door[] {
  return [
    ...routes.map((route): Door => ({ kind: 'route', name: nameOf(route), origins: originsOfRoute(route) })),
    ...pages.map(
      (page): Door => ({
        kind: page.method === 'get' ? 'page' : 'form',
        name: nameOf(page),
        origins: page.origins ?? ownOnly,
      }),
    ),
    ...steps.map(({ name, origins = ownOnly }): Door => ({ kind: 'step', name, origins })),
  ];
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;

function originsOfRoute({ guard, group, origins = ownOnly }: Route): Origins {
  return guard === machineOnly || group?.authenticate ? [] : origins;
}
