import { validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/**
 * Throws if the deployment does not allow the issuer: only https, unless it also allows private networks. The host is not
 * resolved here but at each connection, because it may point to another IP by then.
 */
export function requireAllowedIssuer(
  { allowsPrivateNetworks }: Pick<IdentityPluginHost, 'allowsPrivateNetworks'>,
  issuer: string | undefined,
): void {
  if (issuer === undefined || allowsPrivateNetworks || new URL(issuer).protocol === 'https:') return;
  throw validationFailed([{ path: 'issuer', message: 'must use https' }]);
}
