import type { AuthorizationRequest } from './authorization-request.js';

/** The tenant for which a user is about to get a token. */
export type TenantDecision =
  | {
      readonly kind: 'tenant';
      readonly tenantId: string;
      readonly name: string;
      /** Whether a token for it needs a second factor. */
      readonly mfaRequired: boolean;
      /** The session does not suffice for the policy of the tenant: the user has to sign in again, perhaps in another way. */
      readonly signInRequired?: boolean;
    }
  /** The user has no tenant: the token has no tenant claims. */
  | { readonly kind: 'none' }
  /** The user has to choose. */
  | { readonly kind: 'choose' }
  /** The user is not an active member of the requested tenant, or the client belongs to another tenant. */
  | { readonly kind: 'refused'; readonly why?: 'network' };

/** Who uses a tenant with a sign-in that its policy allows to break-glass owners only. */
export interface BrokenGlass {
  readonly tenantId: string;
  readonly userId: string;
}

export interface TenantResolver {
  /** The tenant that the `tenant` parameter names; undefined if there is none. */
  find(parameter: string): Promise<{ readonly id: string } | undefined>;
  /**
   * The `brand` in the settings of the requested or chosen tenant, or of the one whose page is opened after the sign-in, with
   * its `images`. Not yet validated; see `brandOfTenant`.
   */
  brandFor?(request: AuthorizationRequest): Promise<unknown>;
  decide(request: AuthorizationRequest): Promise<TenantDecision>;
  /** Called when a sign-in opens a tenant only because the user is one of its break-glass owners: tells the owners. */
  brokeGlass?(use: BrokenGlass): Promise<void>;
}
