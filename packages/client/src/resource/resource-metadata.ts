import { proofAlgorithms } from './dpop-proof.js';

/** What a protected resource says about itself. */
export interface ResourceDescription {
  /** The base URL of the service that issues the tokens: its issuer. */
  readonly issuer: string;
  /** The identifier of this API, as the service knows it: a URL without query and fragment, equal to the `aud` of its tokens. */
  readonly resource: string;
  /** The scopes of this API. */
  readonly scopes?: readonly string[];
  /** What people call it. */
  readonly name?: string;
  /** A page for its developers. */
  readonly documentation?: string;
  /** Its privacy policy. */
  readonly policy?: string;
  /** Its terms of service. */
  readonly terms?: string;
}

/** The metadata of a protected resource (RFC 9728, section 2). */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly dpop_signing_alg_values_supported: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly resource_name?: string;
  readonly resource_documentation?: string;
  readonly resource_policy_uri?: string;
  readonly resource_tos_uri?: string;
}

const wellKnown = '/.well-known/oauth-protected-resource';
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/u;

/** The metadata of a resource and where clients look for it. Throws if the description is not valid. */
export function describeResource(description: ResourceDescription): { metadata: ResourceMetadata; url: string } {
  const { issuer, resource, scopes, name, documentation, policy, terms } = description;
  const url = parseResource(resource);
  for (const scope of scopes ?? [])
    if (!scopeToken.test(scope)) throw new TypeError(`"${scope}" is not a scope: no spaces, quotes or backslashes.`);
  return {
    metadata: {
      resource,
      authorization_servers: [issuer],
      // A token in a URL ends up in logs.
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: proofAlgorithms,
      ...(scopes ? { scopes_supported: scopes } : {}),
      ...(name === undefined ? {} : { resource_name: name }),
      ...(documentation === undefined ? {} : { resource_documentation: documentation }),
      ...(policy === undefined ? {} : { resource_policy_uri: policy }),
      ...(terms === undefined ? {} : { resource_tos_uri: terms }),
    },
    // RFC 9728, section 3.1: between the host and the path; a path that is only a slash is left out.
    url: `${url.origin}${wellKnown}${url.pathname === '/' ? '' : url.pathname}`,
  };
}

/** The identifier as a URL. It is compared to the `aud` of tokens as it is, so it must be in its normal form. */
function parseResource(resource: string): URL {
  const problem = `The resource must be a URL such as https://api.example.com/mcp, not "${resource}".`;
  if (!URL.canParse(resource)) throw new TypeError(problem);
  const url = new URL(resource);
  const normal = resource === url.href || resource === url.origin;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!normal || !isWeb || url.search || url.hash || url.username || url.password) throw new TypeError(problem);
  return url;
}
