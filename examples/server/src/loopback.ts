import { isIPv4 } from 'node:net';
import type { Middleware } from 'koa';

/** Whether a host name in a URL always means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return (isIPv4(hostname) && hostname.startsWith('127.')) || hostname === '::1' || hostname === '[::1]';
}

interface ListenSettings {
  /** The IPs to listen on. Undefined means all interfaces. */
  hosts: readonly (string | undefined)[];
  /** Whether only programs on this machine can reach the server. */
  onlyLoopback: boolean;
}

/** Decides where the server listens. Without a HOST it is loopback if the issuer is loopback, and otherwise all interfaces. */
export function listenSettings(issuer: string, host: string | undefined): ListenSettings {
  const own = isLoopbackHost(new URL(issuer).hostname);
  // Both IPs: some programs resolve `localhost` to 127.0.0.1, others to ::1.
  if (host === undefined) return { hosts: own ? ['127.0.0.1', '::1'] : [undefined], onlyLoopback: own };
  return { hosts: [host], onlyLoopback: own && isLoopbackHost(host) };
}

/** Runs a middleware only for requests to a loopback host name. This stops DNS rebinding, where a site's name means 127.0.0.1. */
export function onlyForLoopbackHost(middleware: Middleware): Middleware {
  return (ctx, next) => (isLoopbackHost(ctx.hostname) ? middleware(ctx, next) : next());
}
