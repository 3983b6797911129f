import type { Origin } from './origin.js';

export type Role = 'owner' | 'admin' | 'member';

interface Caller {
  readonly clientId: string;
  /** The application the calling client belongs to. */
  readonly applicationId: string | null;
  /** The scopes that were granted to the token and that the client still has. */
  readonly scopes: readonly string[];
}

/** A user who acts through a client, perhaps for one of their tenants. */
export interface UserPrincipal extends Caller {
  readonly kind: 'user';
  readonly userId: string;
  /** Whether the client is the operator's own. Through any other client a user can do only what `scopes` allow. */
  readonly firstParty: boolean;
  /**
   * Whether the user acts as a super admin. Always false when the client is not first-party or waits to be confirmed, and when
   * the server requires a second factor of super admins and the session has passed none.
   */
  readonly superAdmin: boolean;
  /** True if only that second factor is missing. `actsAsSuperAdmin` then throws the error that says so. */
  readonly superAdminLacksFactor?: true;
  /** True if the user is a super admin whose client waits for a confirmation. `actsAsSuperAdmin` says so, too. */
  readonly superAdminUnconfirmed?: true;
  readonly sessionUid: string | null;
  /** Whether the session of the token has passed a second factor. */
  readonly secondFactor: boolean;
  /** Where the session of the token comes from. Routes, pages and steps say which origins they take. */
  readonly origin: Origin;
  /**
   * The client that acts for the user, if it is an agent: the token was exchanged (RFC 8693) by another client than that of the
   * first token, or the client is marked as an agent. With an exchanged token a caller is never first-party and never a super
   * admin.
   */
  readonly agentId?: string;
  readonly tenant: TokenTenant | null;
}

/** The tenant of a user's token, with the user's role in it. */
export interface TokenTenant {
  readonly id: string;
  readonly slug: string;
  readonly role: Role;
  /** Whether the tenant's `mfaPolicy` is REQUIRED. */
  readonly mfaRequired: boolean;
}

/** A machine client; without a tenant it acts for the whole platform. */
export interface MachinePrincipal extends Caller {
  readonly kind: 'machine';
  readonly tenantId: string | null;
}

/** A user or a machine client, as stored in the database at this moment. */
export type Principal = UserPrincipal | MachinePrincipal;

/** The state of a valid access token. */
export type TokenState = Principal;
