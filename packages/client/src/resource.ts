import type { NodeMiddleware } from './node.js';
import { type IdentityClientOptions, readSettings } from './options.js';
import { type CheckedCaller, checkCaller } from './resource/check-bearer.js';
import type { RememberProof } from './resource/dpop-proof.js';
import { rememberProofs } from './resource/remembered-proofs.js';
import { describeResource, type ResourceDescription, type ResourceMetadata } from './resource/resource-metadata.js';
import {
  type CheckedRequest,
  type KoaMiddleware,
  koaCheck,
  koaMetadata,
  nodeCheck,
  nodeMetadata,
} from './resource/resource-middleware.js';
import { createBoundVerifier, createVerifier, type VerifyAccessToken } from './verify-access-token.js';

export type { Identity, LicenseSource, Refusal } from './access.js';
export type { NodeMiddleware } from './node.js';
export type { CheckedCaller } from './resource/check-bearer.js';
export type { RememberProof } from './resource/dpop-proof.js';
export { licenseOf } from './resource/license-of.js';
export type { ResourceDescription, ResourceMetadata } from './resource/resource-metadata.js';
export { type CheckedRequest, callerOf, type KoaContext, type KoaMiddleware } from './resource/resource-middleware.js';

/** The description of a resource, and how to reach the service. */
export type ProtectedResourceOptions = ResourceDescription &
  Pick<IdentityClientOptions, 'timeoutMilliseconds' | 'fetch'> & {
    /** Remembers DPoP proofs in a store that several processes share. Without it, each process remembers those it has seen. */
    readonly rememberProof?: RememberProof;
  };

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
  /**
   * Returns what a token for this resource contains. Throws if it is not valid, or for another resource. A token that is bound
   * to a key is refused: only `check` and `authenticate` see its proof.
   */
  readonly verify: VerifyAccessToken;
  /** The same as `authenticate` for other frameworks: `request` is one of Node.js or of the Fetch API. */
  check(request: CheckedRequest, needed?: Needed): Promise<CheckedCaller>;
  /** Sets `ctx.state.identity`. */
  readonly koa: ResourceMiddleware<KoaMiddleware>;
  /** For `node:http`, Express, and Fastify with `@fastify/middie`. `callerOf` returns the caller. */
  readonly node: ResourceMiddleware<NodeMiddleware>;
}

/** Makes an API a protected resource of the service (RFC 9728). Use one for the whole process: it caches the keys. */
export function protectedResource(options: ProtectedResourceOptions): ProtectedResource {
  const { metadata, url } = describeResource(options);
  const { origin } = new URL(options.resource);
  const settings = readSettings({
    issuer: options.issuer,
    audience: options.resource,
    ...(options.timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds: options.timeoutMilliseconds }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const verify = createVerifier(settings);
  const checks = { verify: createBoundVerifier(settings), remember: options.rememberProof ?? rememberProofs() };
  const { pathname } = new URL(url);

  const check: ProtectedResource['check'] = async ({ headers, method, url: called }, needed) => {
    const header = (name: string) =>
      (headers instanceof Headers ? headers.get(name) : [headers[name]].flat().join(', ')) || undefined;
    const request = {
      authorization: header('authorization'),
      proof: header('dpop'),
      method,
      // Clients make their proofs for the URL that they know. A proxy may have changed the host.
      url: called === undefined ? undefined : `${origin}${pathIn(called)}`,
    };
    return checkCaller(request, checks, { metadataUrl: url, scopes: declared(needed) });
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
        return koaCheck((request) => check(request, needed));
      },
    },
    node: {
      metadata: () => nodeMetadata(pathname, metadata),
      authenticate: (needed) => {
        declared(needed);
        return nodeCheck((request) => check(request, needed));
      },
    },
  };
}

/** The path of a URL, or of the path and query that Node.js has. */
function pathIn(called: string): string {
  const base = 'http://localhost';
  return URL.canParse(called, base) ? new URL(called, base).pathname : '';
}
