import { type AuthorizationRequest, isLoopback } from '@org/identity-core';

/**
 * Whether nothing proves which program gets the code of a request: the client has no secret and no key, and the redirect URI
 * is a port of this computer or the scheme of an app. Every program there can open that port or claim that scheme (RFC 8252
 * §8.6). Only the owner of a host can receive requests of https.
 */
export function isUnproven({ client, params }: Pick<AuthorizationRequest, 'client' | 'params'>): boolean {
  const { redirect_uri: uri } = params;
  // A device has no redirect URI. Its user types a code.
  return client.isPublic === true && typeof uri === 'string' && targetOf(uri).kind !== 'web';
}

/** Where a user goes after the sign-in: a program on the own computer, a host, or an app by its scheme. */
export interface RedirectTarget {
  readonly kind: 'loopback' | 'web' | 'app';
  /** The host with its port, or the scheme. */
  readonly name: string;
}

/** Returns where a redirect URI leads. */
export function targetOf(redirectUri: string): RedirectTarget {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === 'http:' && isLoopback(hostname)) return { kind: 'loopback', name: host };
  return protocol === 'https:' ? { kind: 'web', name: host } : { kind: 'app', name: protocol.replace(':', '') };
}
