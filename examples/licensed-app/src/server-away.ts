import { IdentityClientError } from '@org/identity-client';

/** The identity server did not respond. */
export class ServerAway extends Error {}

/** Whether a call failed because the identity server is away, as opposed to a refusal. */
export function isAway(error: unknown): boolean {
  if (error instanceof ServerAway) return true;
  if (!(error instanceof IdentityClientError)) return false;
  return ['TIMEOUT', 'UNREACHABLE', 'UNEXPECTED_ANSWER'].includes(error.code) || (error.status ?? 0) >= 500;
}
