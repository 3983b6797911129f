import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Identity, identify, type LicenseSource, type Refusal, refusalOf, requireLicenseOf } from './access.js';
import type { IdentityClient } from './create-identity-client.js';

export type { Identity, LicenseSource, Refusal } from './access.js';

/** A middleware of `node:http`, Express, and Fastify with `@fastify/middie`. */
export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const identities = new WeakMap<IncomingMessage, Identity>();

/** Responds with 401 if there is no valid access token; otherwise `identityOf` returns the caller. */
export function authenticate(client: IdentityClient): NodeMiddleware {
  return middleware(async (request) => {
    identities.set(request, await identify(client, request.headers.authorization));
  });
}

/**
 * Responds with 403 if the caller has no license for the application, or its license lacks the feature, and with 503 if that
 * cannot be checked. Use it after `authenticate`.
 */
export function requireLicense(source: LicenseSource, feature?: string): NodeMiddleware {
  return middleware((request) => requireLicenseOf(source, identityOf(request), feature));
}

/** The caller of a request, after `authenticate`. */
export function identityOf(request: IncomingMessage): Identity {
  const identity = identities.get(request);
  if (!identity) throw new Error('The caller is not known: use authenticate() before.');
  return identity;
}

export interface RequestCheck {
  readonly client: IdentityClient;
  /** Requires a license: asks this client or mirror. */
  readonly licenses?: LicenseSource;
  /** Requires this feature of the license. */
  readonly feature?: string;
}

/** The caller; or the response to send. */
export type CheckedRequest =
  | { readonly identity: Identity; readonly refusal?: undefined }
  | { readonly identity?: undefined; readonly refusal: Refusal };

/** The same as both middlewares, for frameworks of another form: `request` is one of Node.js or of the Fetch API. */
export async function checkRequest(
  request: { readonly headers: IncomingHttpHeaders | Headers },
  { client, licenses, feature }: RequestCheck,
): Promise<CheckedRequest> {
  const { headers } = request;
  const authorization = headers instanceof Headers ? headers.get('authorization') : headers.authorization;
  if (feature !== undefined && !licenses) throw new TypeError('A feature needs `licenses`.');
  let identity: Identity | undefined;
  const refusal = await refusalOf(async () => {
    const caller = await identify(client, authorization ?? undefined);
    if (licenses) await requireLicenseOf(licenses, caller, feature);
    identity = caller;
  });
  if (identity) return { identity };
  if (refusal) return { refusal };
  throw new Error('The request was neither allowed nor refused.');
}

function middleware(check: (request: IncomingMessage) => Promise<void>): NodeMiddleware {
  return (request, response, next) => {
    refusalOf(() => check(request)).then((refusal) => {
      if (refusal) send(response, refusal);
      else next();
    }, next);
  };
}

function send(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
