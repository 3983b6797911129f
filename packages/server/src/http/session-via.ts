import type { Session } from 'oidc-provider';

/** A session with the tenant whose connection its user has signed in by: see `bindSessions`. */
export type TenantSession = Session & { via?: string };

/** The tenant whose connection the user of a session has signed in by. */
export function viaOf(session: Session | undefined): string | undefined {
  return (session as TenantSession | undefined)?.via;
}
