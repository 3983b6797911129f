export type Role = 'owner' | 'admin' | 'member';

interface Caller {
  readonly clientId: string;
  /** The application the calling client belongs to. */
  readonly applicationId: string | null;
  /** What the token was granted and the client may still have. */
  readonly scopes: readonly string[];
}

/** A person, acting through a client, perhaps for one of their tenants. */
export interface UserPrincipal extends Caller {
  readonly kind: 'user';
  readonly userId: string;
  /** Whether the client is the operator's own. Through any other client a user can do only what `scopes` allow. */
  readonly firstParty: boolean;
  /** Always false when the client is not first-party. */
  readonly superAdmin: boolean;
  readonly sessionUid: string | null;
  /** Whether the session of the token has passed a second factor. */
  readonly secondFactor: boolean;
  readonly tenant: TokenTenant | null;
}

/** The tenant that a user's token is for, with their role in it. */
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

/** Who is calling, as the database knows them at this moment. */
export type Principal = UserPrincipal | MachinePrincipal;

/** What the store knows of a living access token. */
export type TokenState = Principal;
