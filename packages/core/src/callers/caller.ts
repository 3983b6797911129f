import type { Actor } from '../events/events.js';
import type { MachinePrincipal, Principal, UserPrincipal } from './principal.js';

/**
 * Every kind of callers, with its type. A plugin adds its own:
 * `declare module '@org/identity-core' { interface CallerKinds { partner_key: PartnerKey } }`, and says in its part `callers`
 * how the server recognizes such a caller.
 */
export interface CallerKinds {
  user: UserPrincipal;
  machine: MachinePrincipal;
}

export type CallerKind = keyof CallerKinds;
/** A kind that a plugin brings. */
export type DeclaredKind = Exclude<CallerKind, 'user' | 'machine'>;

/**
 * A caller of a kind that a plugin brings: neither a user nor a client of the server. Only what names its kind takes it, so the
 * use-cases of users and machines never get one.
 */
export interface DeclaredCaller {
  readonly kind: DeclaredKind;
  readonly id: string;
  /** The only tenant that it acts for; null if it acts for none. */
  readonly tenantId: string | null;
  /** The API scopes that it has. A route takes it only with the scope of the route. */
  readonly scopes: readonly string[];
  /** What its events name as their actor. */
  readonly actor: Actor;
  /** For a caller with a cookie: part of every form of its pages (CSRF protection). */
  readonly formToken?: string;
}

/** Everybody who can call a route, as known at this moment. */
export type Caller = Principal | DeclaredCaller;

/** The kinds that a route takes if it names none. */
export const usersAndMachines: readonly CallerKind[] = ['user', 'machine'];

/** Whether a caller is of a kind that a plugin brings. */
export function isDeclared(caller: Caller | undefined): caller is DeclaredCaller {
  return caller !== undefined && caller.kind !== 'user' && caller.kind !== 'machine';
}

/** Whether a caller is of that kind. */
export function isOfKind<Kind extends CallerKind>(
  caller: Caller | undefined,
  kind: Kind,
): caller is Caller & CallerKinds[Kind] {
  return caller?.kind === kind;
}

/** Whether something that names these kinds takes a caller. Without a name it takes users and machines. */
export function takesKind(
  { callers = usersAndMachines }: { readonly callers?: readonly CallerKind[] | undefined },
  kind: CallerKind,
): boolean {
  return callers.includes(kind);
}
