import { brandOfTenant, type PageRequest, type TenantResolver } from '@org/identity-core';
import type { Brand } from '@org/identity-ui';
import type { Provider } from 'oidc-provider';
import { requestingClient } from '../provider/client-metadata.js';

interface Services {
  provider: Provider;
  brand: Brand;
  tenants: TenantResolver | undefined;
}

/**
 * Finds the look of a sign-in by its id, for pages on the way, such as that of a forgotten password. Whoever has the id learns
 * the look of the tenant, which is public, and nothing else.
 */
export function findSignInBrand({ provider, brand, tenants }: Services): PageRequest['signInBrand'] {
  return async (uid) => {
    const interaction = uid === undefined ? undefined : await provider.Interaction.find(uid);
    const client = interaction && (await provider.Client.find(String(interaction.params['client_id'])));
    if (!interaction || !client) return brand;
    const { params, lastSubmission: answers = {} } = interaction;
    const request = { client: requestingClient(client), params, userId: undefined, amr: [], answers };
    return brandOfTenant(brand, await tenants?.brandFor?.(request));
  };
}
