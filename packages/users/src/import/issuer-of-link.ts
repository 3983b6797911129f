import type { SsoProvider } from '../sso/provider.js';
import { LineRefused } from './line-refused.js';

/** Microsoft's issuer depends on the directory of the user, unless the deployment names one directory. */
const microsoft = 'https://login.microsoftonline.com/';
const shared = new Set(['common', 'organizations', 'consumers'].map((name) => `${microsoft}${name}/v2.0`));

/** Whether links with this issuer have to name it, because those of others at the provider have another one. */
export const hasManyIssuers = (issuer: string) => issuer.startsWith(microsoft);

/** Whether the users of a provider have several issuers. */
function hasSeveralIssuers({ issuer }: Pick<SsoProvider, 'issuer'>): boolean {
  return shared.has(issuer);
}

/** The issuer of a link, which identifies it together with the subject. */
export function issuerOfLink(provider: Pick<SsoProvider, 'issuer'>, named: string | undefined, field: string): string {
  if (!hasSeveralIssuers(provider)) {
    if (named !== undefined && named !== provider.issuer)
      throw new LineRefused(field, 'The provider has another issuer.');
    return provider.issuer;
  }
  if (named === undefined)
    throw new LineRefused(field, 'This provider has several issuers: name the issuer of the link.');
  if (!named.startsWith(microsoft) || shared.has(named))
    throw new LineRefused(field, 'The provider has no such issuer.');
  return named;
}
