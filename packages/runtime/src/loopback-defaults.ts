import { isLoopback } from '@org/identity-core';
import type { ServerSettings } from './options.js';

/**
 * Whether the routes and pages of the platform exist. Without the option only if browsers and clients reach the server on
 * its own machine, which is never a production server.
 */
export function hasPlatformConsole({ platformConsole, issuer }: ServerSettings): boolean {
  return platformConsole ?? isLoopback(new URL(issuer).hostname);
}

/** Whether the rights of a super admin need a session with a second factor. Without the option, not on a developer's machine. */
export function needsSuperAdminFactor({ superAdminSecondFactor, issuer }: ServerSettings): boolean {
  return superAdminSecondFactor ?? !isLoopback(new URL(issuer).hostname);
}
