import { validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { isOfManyDirectories } from '../providers/shared-issuers.js';

/**
 * Throws if the deployment does not allow the issuer: only https, unless it also allows private networks, and not one that
 * stands for many organizations. The host is not resolved here but at each connection, because it may point to another IP by
 * then.
 */
export function requireAllowedIssuer(
  { allowsPrivateNetworks }: Pick<IdentityPluginHost, 'allowsPrivateNetworks'>,
  issuer: string,
): void {
  const refused = (message: string) => validationFailed([{ path: 'issuer', message }]);
  if (!allowsPrivateNetworks && new URL(issuer).protocol !== 'https:') throw refused('must use https');
  if (isOfManyDirectories(issuer)) throw refused('must name the directory of one organization');
}
