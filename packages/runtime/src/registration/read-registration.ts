import { type ClientDescription, DescriptionRefused, readDescription } from '../foreign-clients/client-description.js';
import type { DescribedClient } from '../foreign-clients/save-foreign-client.js';

const secretMethods = ['client_secret_basic', 'client_secret_post'];

/** A registration: the columns of its client, and how it wants to prove itself. */
export interface Registration extends DescribedClient {
  readonly authMethod: string;
}

/** Reads the metadata that a client registers with (RFC 7591 §2). Throws `DescriptionRefused`. */
export function readRegistration(
  body: unknown,
  { privateKeyJwt, privateSchemes }: { privateKeyJwt: boolean; privateSchemes: readonly string[] },
): Registration {
  const described = readDescription(body, { leavesOut: false, schemes: privateSchemes });
  const { redirectUris, native, authMethod = 'client_secret_basic' } = described;
  return {
    authMethod,
    agent: described.agent,
    columns: {
      ...authenticationOf(described, authMethod, privateKeyJwt),
      name: described.name ?? nameOf(redirectUris),
      redirectUris: [...redirectUris],
      native,
      // Nobody has proven that these are the client's own pages, so users do not get links to them.
      clientUri: null,
      policyUri: null,
      tosUri: null,
    },
  };
}

function authenticationOf({ jwks, jwksUri }: ClientDescription, authMethod: string, privateKeyJwt: boolean) {
  const withoutKeys = { authMethod: null, jwks: null, jwksUri: null } as const;
  if (authMethod === 'none') return { type: 'SPA', ...withoutKeys } as const;
  if (secretMethods.includes(authMethod)) return { type: 'CONFIDENTIAL', ...withoutKeys } as const;
  if (authMethod !== 'private_key_jwt' || !privateKeyJwt)
    throw new DescriptionRefused(`token_endpoint_auth_method ${authMethod} is not supported here`);
  if (jwks === null && jwksUri === null) throw new DescriptionRefused('private_key_jwt needs jwks or jwks_uri');
  return { type: 'CONFIDENTIAL', authMethod, jwks, jwksUri } as const;
}

/** For a client without a name: where it redirects to is all that is known about it. */
function nameOf([uri = '']: readonly string[]): string {
  const { protocol, hostname } = new URL(uri);
  return /^https?:$/u.test(protocol) ? hostname : protocol.replace(':', '');
}
