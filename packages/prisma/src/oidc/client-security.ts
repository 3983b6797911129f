import type { ClientColumns } from '@org/identity-core';
import type { ClientType } from '../generated/enums.js';

/** A part of OAuth that a client needs. The server refuses a client that needs a part which is turned off. */
export type ClientNeed = 'par' | 'dpop' | 'private_key_jwt' | 'fapi2';

type SecurityColumns = Pick<
  ClientColumns,
  'auth_method' | 'jwks' | 'jwks_uri' | 'require_par' | 'dpop_bound' | 'profile'
> & { type: ClientType };

/**
 * What oidc-provider has to require of a client. The profile includes pushed requests and bound tokens. `identity_needs`
 * lists it once more: oidc-provider ignores the fields of features that are off, and would then require nothing.
 */
export function securityMetadata(row: SecurityColumns): Record<string, unknown> {
  const { auth_method: method, jwks, jwks_uri: jwksUri, profile } = row;
  const requirePar = row.type !== 'MACHINE' && (row.require_par || profile !== null);
  const dpopBound = row.dpop_bound || profile !== null;
  const needs: string[] = [
    ...(requirePar ? ['par'] : []),
    ...(dpopBound ? ['dpop'] : []),
    ...(method === 'private_key_jwt' ? [method] : []),
    ...(profile === null ? [] : [profile]),
  ];
  return {
    ...(requirePar ? { require_pushed_authorization_requests: true } : {}),
    ...(dpopBound ? { dpop_bound_access_tokens: true } : {}),
    ...(method === null ? {} : { token_endpoint_auth_method: method }),
    ...(jwks === null ? {} : { jwks: JSON.parse(jwks) as unknown }),
    ...(jwksUri === null ? {} : { jwks_uri: jwksUri }),
    ...(needs.length > 0 ? { identity_needs: needs } : {}),
  };
}
