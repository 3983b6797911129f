import type { Message, RawResponse } from '@org/identity-testing/send';
import { type AttackedServer, accept, authorizeFields, form, owner, web } from './attacked-server.js';
import { secretOf } from './sign-in.js';

export interface ValidRequest {
  target: string;
  fields: Record<string, string>;
  headers?: Record<string, string>;
}

/** An endpoint that takes parameters. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Where the parameters are sent. */
  location: 'query' | 'form';
  /** Builds a new valid request. */
  valid(server: AttackedServer): Promise<ValidRequest>;
  /** Further parameters that the endpoint knows. */
  optional?: readonly string[];
  /** Parameters that are ignored, or that may have unknown values. */
  mayBeWrong?: readonly string[];
  /** Whether a response to a request with such a parameter is correct. */
  alsoAllowed?(response: RawResponse): boolean;
}

const bearer = ({ accessToken }: AttackedServer) => ({ authorization: `Bearer ${accessToken}` });
const basic = `Basic ${Buffer.from(`demo-web:${web.client_secret}`).toString('base64')}`;
const logout = {
  location: 'form',
  valid: async () => ({ target: '/api/oauth/logout', fields: { client_id: 'demo-web', state: 'a-state' } }),
  optional: ['id_token_hint', 'post_logout_redirect_uri', 'ui_locales', 'logout_hint'],
} as const;

const json = (target: string): Endpoint => ({
  method: 'GET',
  location: 'query',
  valid: async (server) => ({ target, fields: {}, headers: bearer(server) }),
  optional: ['anything'],
});

/** Every endpoint with parameters, by a name for titles. */
export const endpoints: Record<string, Endpoint> = {
  'GET /oauth/authorize': {
    method: 'GET',
    location: 'query',
    valid: async () => ({ target: '/oauth/authorize', fields: authorizeFields }),
    optional: [
      'login_hint',
      'prompt',
      'max_age',
      'ui_locales',
      'acr_values',
      'id_token_hint',
      'response_mode',
      'display',
    ],
  },
  'POST /api/oauth/token with a code': {
    method: 'POST',
    location: 'form',
    valid: async (server) => ({ target: '/api/oauth/token', fields: await server.codeFields() }),
  },
  'POST /api/oauth/token with a refresh token': {
    method: 'POST',
    location: 'form',
    valid: async (server) => {
      const token = String((await server.freshTokens())['refresh_token']);
      const fields = { grant_type: 'refresh_token', refresh_token: token, scope: 'openid', ...web };
      return { target: '/api/oauth/token', fields };
    },
  },
  'POST /api/oauth/token of a machine': {
    method: 'POST',
    location: 'form',
    valid: async () => {
      const machine = { client_id: 'demo-machine', client_secret: secretOf('demo-machine') };
      const fields = { grant_type: 'client_credentials', scope: 'tenants:read', ...machine };
      return { target: '/api/oauth/token', fields };
    },
  },
  'GET /api/oauth/userinfo': {
    method: 'GET',
    location: 'query',
    valid: async (server) => ({
      target: '/api/oauth/userinfo',
      fields: { scope: 'openid' },
      headers: bearer(server),
    }),
    optional: ['access_token'],
  },
  'POST /api/oauth/userinfo': {
    method: 'POST',
    location: 'form',
    valid: async ({ accessToken }) => ({
      target: '/api/oauth/userinfo',
      fields: { access_token: accessToken, scope: 'openid' },
    }),
  },
  'POST /api/oauth/introspect': {
    method: 'POST',
    location: 'form',
    valid: async ({ accessToken }) => ({
      target: '/api/oauth/introspect',
      fields: { token: accessToken, token_type_hint: 'access_token', client_id: 'demo-web' },
      headers: { authorization: basic },
    }),
    mayBeWrong: ['token', 'token_type_hint'],
    alsoAllowed: ({ status, body }) => status === 200 && /^\{"active":(?:false\}|true,)/u.test(body),
  },
  'POST /api/oauth/revoke': {
    method: 'POST',
    location: 'form',
    valid: async () => ({
      target: '/api/oauth/revoke',
      fields: { token: 'nothing', token_type_hint: 'refresh_token', ...web },
    }),
    mayBeWrong: ['token', 'token_type_hint'],
    // RFC 7009: also for an unknown token.
    alsoAllowed: ({ status, body }) => status === 200 && body === '',
  },
  'GET /api/oauth/logout': { ...logout, method: 'GET', location: 'query' },
  'POST /api/oauth/logout': { ...logout, method: 'POST' },
  'POST /api/oauth/logout/confirm': {
    method: 'POST',
    location: 'form',
    valid: async ({ signedIn }) => {
      const { body } = await signedIn.request('GET', '/api/oauth/logout');
      const xsrf = String(/name="xsrf" value="([^"]+)"/u.exec(body)?.[1]);
      const target = '/api/oauth/logout/confirm';
      // Without `logout` the user stays signed in.
      return { target, fields: { xsrf }, headers: { cookie: signedIn.cookieHeader(target) } };
    },
  },
  'GET /interaction/:uid': {
    method: 'GET',
    location: 'query',
    valid: async (server) => {
      const { target, cookie } = await server.signInForm();
      return { target, fields: {}, headers: { cookie } };
    },
    optional: ['anything'],
  },
  'POST /interaction/:uid at the sign-in page': {
    method: 'POST',
    location: 'form',
    valid: async (server) => {
      const { target, cookie } = await server.signInForm();
      // A different account from the one that signs in later, because wrong passwords are counted.
      return { target, fields: { ...owner, email: 'member@acme.test' }, headers: { cookie } };
    },
  },
  'POST /interaction/:uid at the page that asks for the tenant': {
    method: 'POST',
    location: 'form',
    valid: async (server) => {
      const { target, cookie } = await server.tenantForm();
      return { target, fields: { tenant: '019a0000-0000-7000-8000-0000000000c1' }, headers: { cookie } };
    },
  },
  'GET /api/users/me': json('/api/users/me'),
  'GET /api/tenants': json('/api/tenants'),
  'GET /api/tenants/:id': json('/api/tenants/019a0000-0000-7000-8000-0000000000c1'),
};

/** The endpoints that take a body. */
export const formEndpoints = Object.entries(endpoints).filter(([, { location }]) => location === 'form');

/** A parameter in its encoded form. */
export type Pair = readonly [name: string, encoded: string | Buffer];

/** Encodes a request with changed parameters. */
export function encode(endpoint: Endpoint, valid: ValidRequest, change: (pairs: Pair[]) => readonly Pair[]): Message {
  const { target, fields, headers } = valid;
  const right = Object.entries(fields).map(([name, value]): Pair => [name, encodeURIComponent(value)]);
  const text = change(right)
    // One character is one byte here, so that text and raw bytes can be mixed.
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.toString('latin1')}`)
    .join('&');
  const { method } = endpoint;
  if (endpoint.location === 'query') return { method, target: `${target}?${text}`, headers: { accept, ...headers } };
  return { method, target, headers: { ...form, accept, ...headers }, body: Buffer.from(text, 'latin1') };
}

/** Gives a parameter another value. */
export function replaceField(name: string, value: string | Buffer): (pairs: Pair[]) => Pair[] {
  return (pairs) => [...pairs.filter(([other]) => other !== name), [name, value]];
}

/** The names of all parameters. */
export function namesOf({ optional = [] }: Endpoint, { fields }: ValidRequest): string[] {
  return [...Object.keys(fields), ...optional];
}

/** Whether the endpoint has its own parameters. If not, it refuses or ignores all of them. */
export const knowsParameters = ({ optional }: Endpoint): boolean => !optional?.includes('anything');
