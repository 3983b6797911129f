import { type Caller, isDeclared, takesKind } from '../callers/caller.js';
import { type CallerSource, checkKinds } from '../callers/caller-source.js';
import { requireScope, tokenOptional } from '../callers/guards.js';
import { checkOrigins, ownOnly, signInYourself, takesOrigin } from '../callers/origin.js';
import { unconfirmedClient } from '../callers/super-admin.js';
import { forbidden, unauthorized } from '../errors/identity-error.js';
import type { Route } from './route.js';

/**
 * One check for all routes, before any input is read: the kind of the caller, the scope of a third-party client, the origin of
 * the session, and the guard, which checks the scopes of machines. A guard that returns anything but the caller refuses the
 * call.
 */
export async function allowCaller(route: Route, caller: Caller | undefined): Promise<Caller | undefined> {
  if (caller && !takesKind(route, caller.kind)) throw refused();
  if (isDeclared(caller)) requireScope(caller, route.scope);
  if (caller?.kind === 'user' && route.withoutScope === undefined) requireScope(caller, route.scope);
  // Only users have a session.
  if (caller?.kind === 'user' && !takesOrigin(route, caller.origin)) throw signInYourself();
  // Whoever has the email of a super admin's account has the account. So such a client reaches no more of it than a provider.
  if (caller?.kind === 'user' && caller.superAdminUnconfirmed && !takesProvider(route))
    throw unconfirmedClient(caller.clientId);
  const allowed = await route.guard(caller, route.scope);
  if (isCaller(allowed, caller) || (allowed === undefined && !caller && route.guard === tokenOptional)) return allowed;
  throw caller ? refused() : unauthorized();
}

const refused = () => forbidden('You may not use this endpoint.');

/** Whether the route belongs to a tenant, and not to the account behind the session. */
const takesProvider = ({ origins = ownOnly }: Route) => origins.includes('provider');

/** What tells callers apart. */
const identifying = ['kind', 'clientId', 'userId', 'id'];

/** A guard may return a copy with a narrower type. Plugins may be written in JavaScript, so it may return anything. */
function isCaller(allowed: unknown, caller: Caller | undefined): boolean {
  if (allowed === caller) return caller !== undefined;
  if (typeof allowed !== 'object' || allowed === null || !caller) return false;
  return identifying.every((name) => Reflect.get(allowed, name) === Reflect.get(caller, name));
}

/** Throws if nothing decides who may call a route. Called when the server starts. */
export function checkGuard(route: Route, sources: readonly CallerSource[]): void {
  const name = `${route.method.toUpperCase()} ${route.path}`;
  if (typeof route.guard !== 'function') throw new Error(`The route ${name} has no guard.`);
  checkOrigins(route, `The route ${name}`);
  checkKinds(route, sources, `The route ${name}`);
}
