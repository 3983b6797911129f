import {
  type CallerKind,
  machineOnly,
  type Origins,
  ownOnly,
  type PageRoute,
  type Route,
  type SignInStep,
  takesKind,
  usersAndMachines,
} from '@org/identity-core';

/** A route, page, form or sign-in step, with the kinds of callers and the origins of sessions that it takes. */
export interface EntryPoint {
  readonly kind: 'route' | 'page' | 'form' | 'step';
  /** Method and path, or the name of a sign-in step. */
  readonly name: string;
  /** Empty for routes of a group that authenticates callers itself. */
  readonly callers: readonly CallerKind[];
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
    ...routes.map(
      (route): EntryPoint => ({
        kind: 'route',
        name: nameOf(route),
        callers: callersOfRoute(route),
        origins: originsOfRoute(route),
      }),
    ),
    ...pages.map(
      (page): EntryPoint => ({
        kind: page.method === 'get' ? 'page' : 'form',
        name: nameOf(page),
        callers: page.callers ?? ['user'],
        origins: takesKind(page, 'user') ? (page.origins ?? ownOnly) : [],
      }),
    ),
    ...steps.map(({ name, origins = ownOnly }): EntryPoint => ({ kind: 'step', name, callers: ['user'], origins })),
  ];
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;

function callersOfRoute({ guard, group, callers = usersAndMachines }: Route): readonly CallerKind[] {
  if (group?.authenticate) return [];
  return guard === machineOnly ? ['machine'] : callers;
}

function originsOfRoute(route: Route): Origins {
  return callersOfRoute(route).includes('user') ? (route.origins ?? ownOnly) : [];
}
