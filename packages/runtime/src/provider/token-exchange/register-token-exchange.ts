import { exchangeGrantType } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Provider } from '../oidc-provider.js';
import type { TokenExchangeParts } from './token-exchange-parts.js';

const parameters = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'resource',
  'audience',
  'scope',
];

/** Adds the grant type of RFC 8693 to the token endpoint. Its code is loaded by the first request. */
export function registerTokenExchange(provider: Provider, parts: TokenExchangeParts): void {
  const handle = async (ctx: KoaContextWithOIDC) => {
    const { exchangeToken } = await import('./exchange-token.js');
    await exchangeToken(ctx, parts);
  };
  // RFC 8693 §2.1 allows several targets. We issue a token for one, and say so by `invalid_target`.
  provider.registerGrantType(exchangeGrantType, handle, parameters, ['resource', 'audience']);
}
