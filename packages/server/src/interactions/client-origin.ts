import { createHash } from 'node:crypto';
import { isLoopback } from '@org/identity-core';
import type { Client } from 'oidc-provider';
import type { ClientOrigin } from '../pages/client-origin.js';
import { foreignSourceOf } from '../provider/client-metadata.js';
import { errors } from '../provider/oidc-provider.js';

/** What is known of a client, and which redirect URIs it had when the page was drawn. */
export interface KnownOrigin extends ClientOrigin {
  /** The hash of its redirect URIs: see `isCurrentOrigin`. */
  version: string;
}

/**
 * Where a client comes from that nobody has entered by hand. Returns undefined for all others. Throws if the client no longer
 * has the redirect URI of the request: oidc-provider checks it only when a sign-in begins.
 */
export function originOf(client: Client, redirectUri: unknown): KnownOrigin | undefined {
  const source = foreignSourceOf(client);
  if (source === undefined) return undefined;
  if (typeof redirectUri !== 'string' || !client.redirectUriAllowed(redirectUri)) throw new errors.InvalidRedirectUri();
  return {
    clientHost: source === 'METADATA_DOCUMENT' ? new URL(client.clientId).host : undefined,
    target: targetOf(new URL(redirectUri)),
    version: createHash('sha256')
      .update((client.redirectUris ?? []).join('\n'))
      .digest('hex'),
  };
}

function targetOf({ protocol, host, hostname }: URL): ClientOrigin['target'] {
  if (protocol === 'http:' && isLoopback(hostname)) return { kind: 'loopback', name: host };
  return protocol === 'https:' ? { kind: 'web', name: host } : { kind: 'app', name: protocol.replace(':', '') };
}
