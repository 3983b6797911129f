import { machineOnly, type Origins, ownOnly, type PageRoute, type Route, type SignInStep } from '@org/identity-core';

/** A route, page, form or sign-in step, with the origins of sessions that it takes. */
export interface EntryPoint {
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
export function entryPointsOf({ routes, pages, steps }: Declared): EntryPoint[] {
  return [
    ...routes.map((route): EntryPoint => ({ kind: 'route', name: nameOf(route), origins: originsOfRoute(route) })),
    ...pages.map(
      (page): EntryPoint => ({
        kind: page.method === 'get' ? 'page' : 'form',
        name: nameOf(page),
        origins: page.origins ?? ownOnly,
      }),
    ),
    ...steps.map(({ name, origins = ownOnly }): EntryPoint => ({ kind: 'step', name, origins })),
  ];
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;

function originsOfRoute({ guard, group, origins = ownOnly }: Route): Origins {
  return guard === machineOnly || group?.authenticate ? [] : origins;
}
