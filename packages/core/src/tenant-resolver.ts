import type { AuthorizationRequest } from './sign-in-step.js';

/** For which tenant a person is about to get a token. */
export type TenantDecision =
  | {
      readonly kind: 'tenant';
      readonly tenantId: string;
      readonly name: string;
      /** Whether nobody gets a token for it without a second factor. */
      readonly mfaRequired: boolean;
    }
  /** The person belongs to no tenant: the token has no tenant claims. */
  | { readonly kind: 'none' }
  /** The person has to say. */
  | { readonly kind: 'choose' }
  /** The person is no active member of the tenant that was asked for, or the client belongs to another one. */
  | { readonly kind: 'refused' };

export interface TenantResolver {
  /** The tenant that the `tenant` parameter names, or undefined if there is none of that name. */
  find(parameter: string): Promise<{ readonly id: string } | undefined>;
  /** The `brand` in the settings of the tenant that is named or chosen, as somebody wrote it; see `brandOfTenant`. */
  brandFor?(request: AuthorizationRequest): Promise<unknown>;
  decide(request: AuthorizationRequest): Promise<TenantDecision>;
}
