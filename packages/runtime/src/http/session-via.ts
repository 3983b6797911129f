import type { Session } from 'oidc-provider';

/** A session with the tenant whose connection its user has signed in by, and the connection: see `bindSessions`. */
export type TenantSession = Session & { via?: string; connectionId?: string };

/** The tenant whose connection the user of a session has signed in by. */
export function viaOf(session: Session | undefined): string | undefined {
  return (session as TenantSession | undefined)?.via;
}

/** The connection that the user of a session has signed in by. Sessions of older versions do not name it. */
export function connectionOf(session: Session | undefined): string | undefined {
  return (session as TenantSession | undefined)?.connectionId;
}
