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
  /** The person is no active member of the tenant that was asked for. */
  | { readonly kind: 'refused' };

export interface TenantResolver {
  /** Whether the `tenant` parameter names a tenant at all. */
  exists(parameter: string): Promise<boolean>;
  /** The `brand` in the settings of the tenant that is named or chosen, as somebody wrote it; see `brandOfTenant`. */
  brandFor?(request: AuthorizationRequest): Promise<unknown>;
  decide(request: AuthorizationRequest): Promise<TenantDecision>;
}
