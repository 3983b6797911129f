import { paths } from '../http/paths.js';

/** An OAuth 2.0 / OpenID Connect endpoint in the API reference. */
export interface ProviderEndpoint {
  readonly id: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (readonly [name: string, meaning: string])[];
  /** The arguments of curl after the URL, one per line. */
  readonly curl: readonly string[];
  /** The query of the example's URL. */
  readonly query?: string;
  readonly response: { readonly status: number; readonly body?: unknown; readonly location?: string };
  readonly errors: string;
}

const basic = `-u "$CLIENT_ID:$CLIENT_SECRET"`;
const jwt = 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9…';

/** The endpoints of the provider. The examples use the issuer of the deployment. */
export function providerEndpoints(
  issuer: string,
  { pushedAuthorizationRequests }: { pushedAuthorizationRequests: boolean },
): readonly ProviderEndpoint[] {
  return [
    {
      id: 'oauthDiscovery',
      method: 'get',
      path: paths.discovery,
      summary: 'Discovery document',
      description:
        'Endpoints, scopes and algorithms of this server (OpenID Connect Discovery). Client libraries need only its URL. Can be cached for an hour.',
      parameters: [],
      curl: [],
      response: {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}${paths.authorization}`,
          token_endpoint: `${issuer}${paths.token}`,
          userinfo_endpoint: `${issuer}${paths.userinfo}`,
          jwks_uri: `${issuer}${paths.jwks}`,
          end_session_endpoint: `${issuer}${paths.logout}`,
        },
      },
      errors: 'None.',
    },
    {
      id: 'oauthAuthorize',
      method: 'get',
      path: paths.authorization,
      summary: 'Sign a user in and get a code',
      description:
        'Open it in a browser. After sign-in the browser is redirected to redirect_uri with a code, which the token endpoint accepts once. POST with the same fields works as well.',
      parameters: [
        ['client_id', 'required'],
        ['redirect_uri', 'required, one that is registered for the client'],
        ['response_type', 'required, code'],
        ['scope', 'openid profile email offline_access, and API scopes'],
        ['state', 'comes back unchanged'],
        ['nonce', 'comes back in the ID token; required with openid unless the client is set otherwise'],
        ['code_challenge, code_challenge_method', 'PKCE; required for public clients'],
        ['tenant', 'the slug of the tenant to sign in to, optional'],
        ['resource', 'the API that the token is for; without it, this server'],
        ['prompt, max_age, login_hint, acr_values, ui_locales', 'as in OpenID Connect, optional'],
      ],
      query:
        'client_id=my-app&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback&response_type=code&scope=openid%20email&state=af0ifjsldkj&nonce=n-0S6_WzA2Mj',
      curl: [],
      response: {
        status: 303,
        location: `https://app.example.com/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=${encodeURIComponent(issuer)}`,
      },
      errors:
        'Sent to redirect_uri as error and error_description; shown on a page if client_id or redirect_uri is wrong.',
    },
    {
      id: 'oauthToken',
      method: 'post',
      path: paths.token,
      summary: 'Get tokens',
      description:
        'Accepts a code, a refresh token or the credentials of a machine client. Clients with a secret send it by HTTP Basic or as client_id and client_secret; public clients send client_id. Every refresh returns a new refresh token: store it.',
      parameters: [
        ['grant_type', 'required: authorization_code, refresh_token or client_credentials'],
        ['code, redirect_uri, code_verifier', 'for authorization_code'],
        ['refresh_token', 'for refresh_token'],
        ['scope', 'optional for refresh_token and client_credentials'],
        ['resource', 'the API that the token is for, optional'],
      ],
      curl: [
        basic,
        '-d grant_type=authorization_code',
        '-d code=SplxlOBeZQQYbYS6WxSbIA',
        '-d redirect_uri=https://app.example.com/callback',
      ],
      response: {
        status: 200,
        body: {
          access_token: jwt,
          expires_in: 900,
          id_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9…',
          refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA',
          scope: 'openid email offline_access',
          token_type: 'Bearer',
        },
      },
      errors:
        '400 invalid_request, invalid_grant, invalid_scope, unauthorized_client, invalid_target; 401 invalid_client; 429.',
    },
    {
      id: 'oauthUserinfo',
      method: 'get',
      path: paths.userinfo,
      summary: 'Claims of the signed-in user',
      description:
        'The claims that the scopes of the token allow: profile for names and picture, email for the email. POST works as well.',
      parameters: [],
      curl: [`-H "Authorization: Bearer $TOKEN"`],
      response: {
        status: 200,
        body: {
          sub: '019a0000-0000-7000-8000-000000000001',
          name: 'Ada Lovelace',
          email: 'ada@example.com',
          email_verified: true,
        },
      },
      errors: '401 invalid_token.',
    },
    {
      id: 'oauthRevoke',
      method: 'post',
      path: paths.revocation,
      summary: 'Revoke a token',
      description:
        'Ends an access token, or a refresh token with everything of its sign-in. The response is the same for a token that does not exist (RFC 7009).',
      parameters: [
        ['token', 'required'],
        ['client_id', 'for public clients; others authenticate'],
      ],
      curl: [basic, '-d "token=$REFRESH_TOKEN"'],
      response: { status: 200 },
      errors: '400 invalid_request; 401 invalid_client.',
    },
    {
      id: 'oauthIntrospect',
      method: 'post',
      path: paths.introspection,
      summary: 'Introspect a token',
      description:
        'Whether a token is active, and its claims (RFC 7662). By HTTP Basic only. A client sees its own tokens and those of its application, a machine client also those of its tenant; every other token is inactive.',
      parameters: [['token', 'required']],
      curl: [basic, '-d "token=$TOKEN"'],
      response: {
        status: 200,
        body: {
          active: true,
          sub: '019a0000-0000-7000-8000-000000000001',
          client_id: 'my-app',
          scope: 'openid email',
          iat: 1768469400,
          exp: 1768470300,
          iss: issuer,
          aud: issuer,
          token_type: 'Bearer',
        },
      },
      errors: '400 invalid_request; 401 invalid_client.',
    },
    {
      id: 'oauthLogout',
      method: 'get',
      path: paths.logout,
      summary: 'Sign a user out',
      description:
        'Open it in a browser. Ends the session and every token that was issued in it. With an ID token of the signed-in user and a registered post_logout_redirect_uri the browser goes there; otherwise the user is asked first. POST works as well.',
      parameters: [
        ['id_token_hint', 'the ID token of the sign-in'],
        ['client_id', 'instead of id_token_hint'],
        ['post_logout_redirect_uri', 'one that is registered for the client'],
        ['state', 'comes back unchanged'],
      ],
      query:
        'id_token_hint=eyJhbGciOiJSUzI1NiIs…&post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2F&state=af0ifjsldkj',
      curl: [],
      response: { status: 303, location: 'https://app.example.com/?state=af0ifjsldkj' },
      errors: 'A page that says what is wrong.',
    },
    {
      id: 'oauthJwks',
      method: 'get',
      path: paths.jwks,
      summary: 'Public keys',
      description:
        'The keys that verify tokens (RFC 7517). A new key is published before it signs. Can be cached for a minute.',
      parameters: [],
      curl: [],
      response: {
        status: 200,
        body: { keys: [{ kty: 'RSA', kid: 'c2lnbmluZy1rZXk', use: 'sig', alg: 'RS256', n: 'u1W…', e: 'AQAB' }] },
      },
      errors: 'None.',
    },
    ...(pushedAuthorizationRequests ? [pushedRequest] : []),
  ];
}

const pushedRequest: ProviderEndpoint = {
  id: 'oauthPar',
  method: 'post',
  path: paths.pushedRequest,
  summary: 'Push an authorization request',
  description:
    'Sends the parameters of an authorization request beforehand (RFC 9126). Open the authorization endpoint with client_id and the request_uri of the response, within a minute.',
  parameters: [['all parameters of the authorization endpoint', 'with code_challenge_method S256']],
  curl: [
    basic,
    '-d response_type=code',
    '-d redirect_uri=https://app.example.com/callback',
    '-d scope=openid',
    '-d nonce=n-0S6_WzA2Mj',
  ],
  response: { status: 201, body: { request_uri: 'urn:ietf:params:oauth:request_uri:6esc_11ACC5b', expires_in: 60 } },
  errors: '400 invalid_request, invalid_scope; 401 invalid_client; 429.',
};
