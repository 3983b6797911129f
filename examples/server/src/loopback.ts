import { isIPv4 } from 'node:net';
import type { Middleware } from 'koa';

/** Whether a host name, as URLs have it, always leads to this very machine. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return (isIPv4(hostname) && hostname.startsWith('127.')) || hostname === '::1' || hostname === '[::1]';
}

interface Reach {
  /** The interfaces to listen on; undefined stands for all of them. */
  hosts: readonly (string | undefined)[];
  /** Whether nobody but programs on this machine can reach the server, and under no other name. */
  onlyLoopback: boolean;
}

/** Where a server listens: unless told otherwise, on loopback if its issuer is there, else on all interfaces. */
export function reachOf(issuer: string, host: string | undefined): Reach {
  const own = isLoopbackHost(new URL(issuer).hostname);
  // Both: `localhost` is the one for some programs and the other for others.
  if (host === undefined) return { hosts: own ? ['127.0.0.1', '::1'] : [undefined], onlyLoopback: own };
  return { hosts: [host], onlyLoopback: own && isLoopbackHost(host) };
}

/** Hides a middleware from requests for another host: a web page could have its own name lead to 127.0.0.1 (DNS rebinding). */
export function underLoopbackName(middleware: Middleware): Middleware {
  return (ctx, next) => (isLoopbackHost(ctx.hostname) ? middleware(ctx, next) : next());
}
