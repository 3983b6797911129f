import { hash, timingSafeEqual } from 'node:crypto';
import {
  IdentityError,
  isIdentityError,
  readJsonBody,
  requestNotes,
  userScopes,
  wideNetworkOf,
} from '@org/identity-core';
import type { Context } from 'koa';
import { DescriptionRefused } from '../foreign-clients/client-description.js';
import { registrationPath } from '../http/paths.js';
import { readRegistration } from './read-registration.js';
import {
  changeRegistration,
  deleteRegistration,
  findRegistration,
  type RegisteredClient,
  type RegistrationServices,
  registerClient,
} from './registrations.js';

export interface EndpointServices extends RegistrationServices {
  issuer: string;
  privateKeyJwt: boolean;
  /** Schemes without a dot that redirect URIs may have. */
  privateSchemes: readonly string[];
  /** Whoever has it may register clients. Undefined: everybody may. */
  initialAccessToken: string | undefined;
}

const bodyLimit = 20 * 1024;
const idPattern = /^[\w-]+$/u;
const maxIdLength = 100;
/** What a client must not send back (RFC 7592 §2.2). */
const ownMembers = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
];

/** Handles the requests of clients that register themselves (RFC 7591), and that manage their registration (RFC 7592). */
export async function handleRegistration(ctx: Context, services: EndpointServices): Promise<void> {
  const clientId = ctx.path.slice(registrationPath.length + 1);
  requestNotes(ctx.req).route = clientId === '' ? registrationPath : `${registrationPath}/:clientId`;
  // Tokens and secrets, never cookies: programs in a browser may call it from every origin.
  ctx.set({ 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' });
  const allowed = clientId === '' ? ['POST'] : ['GET', 'PUT', 'DELETE'];
  if (ctx.method === 'OPTIONS') {
    ctx.set({
      'Access-Control-Allow-Methods': allowed.join(', '),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
    });
    ctx.status = 204;
    return;
  }
  try {
    if (!allowed.includes(ctx.method)) throw methodNotAllowed(ctx.method, allowed);
    if (clientId === '') await register(ctx, services);
    else await manage(ctx, services, clientId);
  } catch (error) {
    respondRefused(ctx, error);
  }
}

async function register(ctx: Context, services: EndpointServices): Promise<void> {
  const { initialAccessToken } = services;
  if (initialAccessToken !== undefined && !isSame(bearerOf(ctx) ?? '', initialAccessToken)) throw invalidToken();
  const registration = readRegistration(await readJsonBody(ctx, { bodyLimit }), services);
  const client = await registerClient(services, { registration, network: wideNetworkOf(ctx.ip) });
  const { secret, token } = client;
  ctx.status = 201;
  ctx.body = {
    ...bodyOf(client, registration.authMethod, { token, issuer: services.issuer }),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  };
}

async function manage(ctx: Context, services: EndpointServices, clientId: string): Promise<void> {
  const token = bearerOf(ctx);
  if (token === undefined || clientId.length > maxIdLength || !idPattern.test(clientId)) throw invalidToken();
  const managed = { clientId, token };
  if (ctx.method === 'DELETE') {
    if (!(await deleteRegistration(services, managed))) throw invalidToken();
    ctx.status = 204;
    return;
  }
  const changed = ctx.method === 'PUT' ? await readChange(ctx, services, managed) : undefined;
  const client = changed
    ? await changeRegistration(services, { ...changed, ...managed })
    : await findRegistration(services.db, managed);
  if (!client) throw invalidToken();
  const authMethod = changed?.registration.authMethod ?? authMethodOf(client);
  ctx.status = 200;
  ctx.body = bodyOf(client, authMethod, { token, issuer: services.issuer });
}

/** The token is checked before the body, so that a stranger does not learn what a body lacks. */
async function readChange(ctx: Context, services: EndpointServices, managed: { clientId: string; token: string }) {
  if (!(await findRegistration(services.db, managed))) throw invalidToken();
  const body = await readJsonBody(ctx, { bodyLimit });
  const registration = readRegistration(body, services);
  // `readRegistration` takes only objects.
  const members = body as Readonly<Record<string, unknown>>;
  if (members['client_id'] !== managed.clientId) throw new DescriptionRefused('client_id must be that of the client');
  const sent = ownMembers.find((name) => Object.hasOwn(members, name));
  if (sent !== undefined) throw new DescriptionRefused(`${sent} must not be sent`);
  const { client_secret: secret } = members;
  if (secret !== undefined && (typeof secret !== 'string' || secret.length > 256))
    throw new DescriptionRefused('client_secret is not the secret of this client');
  return { registration, secret };
}

function authMethodOf({ columns: { type, authMethod } }: RegisteredClient): string {
  return authMethod ?? (type === 'SPA' ? 'none' : 'client_secret_basic');
}

function bodyOf(
  { id, createdAt, columns, agent }: RegisteredClient,
  authMethod: string,
  { token, issuer }: { token: string; issuer: string },
) {
  const { name, redirectUris, native, jwks, jwksUri } = columns;
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    application_type: native ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
    scope: userScopes.join(' '),
    ...(agent ? { agent } : {}),
    ...(jwks === null ? {} : { jwks: JSON.parse(jwks) as unknown }),
    ...(jwksUri === null ? {} : { jwks_uri: jwksUri }),
    registration_access_token: token,
    registration_client_uri: `${issuer}${registrationPath}/${id}`,
  };
}

function bearerOf(ctx: Context): string | undefined {
  const [scheme = '', token, ...more] = ctx.get('authorization').split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token === undefined || more.length > 0) return undefined;
  return token.length > 0 && token.length <= 1_000 ? token : undefined;
}

/** Compares hashes, so that the time says nothing about the token. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

/** The same for an unknown client and for a wrong token. */
const invalidToken = () =>
  new IdentityError('UNAUTHORIZED', 'The token is not valid for this registration.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });

const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new IdentityError('METHOD_NOT_ALLOWED', `${method} is not supported here, only ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });

/** The errors of RFC 7591 §3.2.2 and RFC 6750. Everything else is an error of the server. */
function respondRefused(ctx: Context, error: unknown): void {
  if (error instanceof DescriptionRefused) {
    ctx.status = 400;
    ctx.body = { error: error.error, error_description: error.message };
    return;
  }
  if (!isIdentityError(error) || error.status >= 500) throw error;
  requestNotes(ctx.req).errorCode = error.code;
  // RFC 7591 §3.2.2 has no other status for metadata that is not valid.
  ctx.status = error.code === 'VALIDATION_FAILED' ? 400 : error.status;
  ctx.set({ ...error.headers });
  ctx.body = { error: oauthErrors[error.code] ?? 'invalid_client_metadata', error_description: descriptionOf(error) };
}

const maxDescription = 200;

/** Names the members that are not valid. RFC 6749 §5.2 allows only some ASCII characters, and a key can have any. */
function descriptionOf({ message, details = [] }: IdentityError): string {
  const [first] = details;
  if (!first) return message;
  return `${first.path} ${first.message}`.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?').slice(0, maxDescription);
}

const oauthErrors: Partial<Record<string, string>> = {
  UNAUTHORIZED: 'invalid_token',
  RATE_LIMITED: 'temporarily_unavailable',
  METHOD_NOT_ALLOWED: 'invalid_request',
};
