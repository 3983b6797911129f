import { generateKeyPairSync } from 'node:crypto';
import { machine, resources, scope, user, web } from '../fixtures.mjs';

const jwk = (type, options, rest) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  ...rest,
});

/** oidc-provider configured as in its documentation; JWT access tokens are its own kind. */
export function stockConfiguration({ adapter, findAccount }) {
  return {
    adapter,
    findAccount,
    jwks: {
      keys: [
        jwk('rsa', { modulusLength: 2048 }, { alg: 'RS256', kid: 'rsa' }),
        jwk('ec', { namedCurve: 'P-256' }, { alg: 'ES256', kid: 'ec' }),
      ],
    },
    cookies: { keys: ['a key for cookies of the benchmark'] },
    claims: { openid: ['sub'], profile: ['name', 'given_name', 'family_name', 'locale'], email: ['email'] },
    scopes: [...scope.split(' '), 'licenses:read'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: `${scope} licenses:read`,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: resource === resources.ES256 ? 'ES256' : 'RS256' } },
        }),
      },
    },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    // No consent page is needed: the grant is created together with the code.
    ttl: {
      AuthorizationCode: 3600,
      AccessToken: 900,
      ClientCredentials: 600,
      IdToken: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
    },
  };
}

/** The clients, as they are written into the store. */
export const clients = [
  {
    client_id: machine.id,
    client_secret: machine.secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope: 'licenses:read',
  },
  {
    client_id: web.id,
    client_secret: web.secret,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [web.redirectUri],
    response_types: ['code'],
    scope,
  },
];

export const profile = {
  sub: user.id,
  name: 'Bench Person',
  given_name: 'Bench',
  family_name: 'Person',
  locale: 'en',
  email: user.email,
};
