import { createHash } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { isUnproven, targetOf } from '../clients/unproven-client.js';
import type { ClientOrigin } from '../pages/client-origin.js';
import { foreignSourceOf, requestingClient } from '../provider/client-metadata.js';
import { errors } from '../provider/oidc-provider.js';

/** What is known of a client, and which redirect URIs it had when the page was drawn. */
export interface KnownOrigin extends ClientOrigin {
  /** The hash of its redirect URIs: see `lockOrigin`. */
  version: string;
}

/**
 * Where a client comes from, and where the user goes next. Returns undefined for a client that an operator has entered and
 * that proves who it is. Throws if the client no longer has the redirect URI of the request: oidc-provider checks it only when
 * a sign-in begins.
 */
export function originOf(client: Client, redirectUri: unknown): KnownOrigin | undefined {
  const source = foreignSourceOf(client);
  const request = { client: requestingClient(client), params: { redirect_uri: redirectUri } };
  if (source === undefined && !isUnproven(request)) return undefined;
  if (typeof redirectUri !== 'string' || !client.redirectUriAllowed(redirectUri)) throw new errors.InvalidRedirectUri();
  return {
    source: source ?? 'MANUAL',
    clientHost: source === 'METADATA_DOCUMENT' ? new URL(client.clientId).host : undefined,
    target: targetOf(redirectUri),
    version: createHash('sha256')
      .update((client.redirectUris ?? []).join('\n'))
      .digest('hex'),
  };
}
