import type { IncomingHttpHeaders } from 'node:http';
import type { NodeMiddleware } from './node.js';
import { type IdentityClientOptions, readSettings } from './options.js';
import { type CheckedCaller, checkBearer } from './resource/check-bearer.js';
import { describeResource, type ResourceDescription, type ResourceMetadata } from './resource/resource-metadata.js';
import { type KoaMiddleware, koaCheck, koaMetadata, nodeCheck, nodeMetadata } from './resource/resource-middleware.js';
import { createVerifier, type VerifyAccessToken } from './verify-access-token.js';

export type { Identity, LicenseSource, Refusal } from './access.js';
export type { NodeMiddleware } from './node.js';
export type { CheckedCaller } from './resource/check-bearer.js';
export { licenseOf } from './resource/license-of.js';
export type { ResourceDescription, ResourceMetadata } from './resource/resource-metadata.js';
export { callerOf, type KoaContext, type KoaMiddleware } from './resource/resource-middleware.js';

/** The description of a resource, and how to reach the service. */
export type ProtectedResourceOptions = ResourceDescription &
  Pick<IdentityClientOptions, 'timeoutMilliseconds' | 'fetch'>;

/** The scopes that a request needs; none: any token for this resource. */
export interface Needed {
  readonly scopes?: readonly string[];
}

/** The two middlewares of one framework. */
export interface ResourceMiddleware<Middleware> {
  /** Responds to requests for the metadata, and passes all others on. */
  metadata(): Middleware;
  /** Responds with 401 or 403, and where the metadata is, unless there is a valid token for this resource with all scopes. */
  authenticate(needed?: Needed): Middleware;
}

/** An API whose tokens come from the service. */
export interface ProtectedResource {
  readonly metadata: ResourceMetadata;
  /** Where clients find the metadata; the `resource_metadata` of every refusal. */
  readonly metadataUrl: string;
  /** Returns what a token for this resource contains. Throws if it is not valid, or for another resource. */
  readonly verify: VerifyAccessToken;
  /** The same as `authenticate` for other frameworks: `request` is one of Node.js or of the Fetch API. */
  check(request: { readonly headers: IncomingHttpHeaders | Headers }, needed?: Needed): Promise<CheckedCaller>;
  /** Sets `ctx.state.identity`. */
  readonly koa: ResourceMiddleware<KoaMiddleware>;
  /** For `node:http`, Express, and Fastify with `@fastify/middie`. `callerOf` returns the caller. */
  readonly node: ResourceMiddleware<NodeMiddleware>;
}

/** Makes an API a protected resource of the service (RFC 9728). Use one for the whole process: it caches the keys. */
export function protectedResource(options: ProtectedResourceOptions): ProtectedResource {
  const { metadata, url } = describeResource(options);
  const settings = readSettings({
    issuer: options.issuer,
    audience: options.resource,
    ...(options.timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds: options.timeoutMilliseconds }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const verify = createVerifier(settings);
  const { pathname } = new URL(url);

  const check: ProtectedResource['check'] = async ({ headers }, needed) => {
    const authorization = headers instanceof Headers ? headers.get('authorization') : headers.authorization;
    return checkBearer(authorization ?? undefined, verify, { metadataUrl: url, scopes: declared(needed) });
  };

  /** A scope that nobody declared is a mistake of the program: no client could ever ask for it. */
  function declared({ scopes = [] }: Needed = {}): readonly string[] {
    const unknown = scopes.find((scope) => !options.scopes?.includes(scope));
    if (unknown !== undefined) throw new TypeError(`"${unknown}" is not among the scopes of this resource.`);
    return scopes;
  }

  return {
    metadata,
    metadataUrl: url,
    verify,
    check,
    koa: {
      metadata: () => koaMetadata(pathname, metadata),
      authenticate: (needed) => {
        declared(needed);
        return koaCheck((headers) => check({ headers }, needed));
      },
    },
    node: {
      metadata: () => nodeMetadata(pathname, metadata),
      authenticate: (needed) => {
        declared(needed);
        return nodeCheck((headers) => check({ headers }, needed));
      },
    },
  };
}
