import { type ClientDescription, DescriptionRefused, readDescription } from '../foreign-clients/client-description.js';
import type { DescribedClient } from '../foreign-clients/save-foreign-client.js';
import type { DocumentServices } from './document-services.js';
import { isSameOrBelow } from './document-url.js';

const secretMembers = ['client_secret', 'client_secret_expires_at'];

/** Reads the document at a URL. Throws `DescriptionRefused` if it does not describe a client that we accept. */
export function readDocument(
  clientId: string,
  body: unknown,
  { privateKeyJwt, privateSchemes }: Pick<DocumentServices, 'privateKeyJwt' | 'privateSchemes'>,
): DescribedClient {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) refuse('the document must be a JSON object');
  const members = body as Readonly<Record<string, unknown>>;
  if (members['client_id'] !== clientId) refuse('client_id is not the URL of the document');
  if (secretMembers.some((name) => Object.hasOwn(members, name)))
    refuse('a document that everybody can read must not contain a client_secret');
  const { hostname, origin } = new URL(clientId);
  const described = readDescription(members, {
    leavesOut: true,
    schemes: privateSchemes,
    problemOf: ({ protocol, hostname: target }) =>
      protocol === 'https:' && !isSameOrBelow(target, hostname) ? `must be on ${hostname} or below it` : undefined,
  });
  if (described.name === undefined) refuse('client_name is required');
  const { name, redirectUris, native, policyUri, tosUri, clientUri, agent } = described;
  const columns = {
    ...authenticationOf(described, privateKeyJwt),
    name,
    redirectUris: [...redirectUris],
    native,
    // The page shows its host, so it must not be the host of somebody else.
    clientUri: clientUri !== null && new URL(clientUri).origin === origin ? clientUri : null,
    policyUri,
    tosUri,
  };
  return { columns, agent };
}

function authenticationOf({ authMethod = 'none', jwks, jwksUri }: ClientDescription, privateKeyJwt: boolean) {
  if (authMethod === 'none') return { type: 'SPA', authMethod: null, jwks: null, jwksUri: null } as const;
  if (authMethod !== 'private_key_jwt') refuse(`token_endpoint_auth_method ${authMethod} needs a shared secret`);
  if (!privateKeyJwt) refuse('token_endpoint_auth_method private_key_jwt is not supported here');
  if (jwks === null && jwksUri === null) refuse('private_key_jwt needs jwks or jwks_uri');
  return { type: 'CONFIDENTIAL', authMethod, jwks, jwksUri } as const;
}

function refuse(message: string): never {
  throw new DescriptionRefused(message);
}
