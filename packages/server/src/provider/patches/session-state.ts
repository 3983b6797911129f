import type { Session } from 'oidc-provider';

/**
 * The secret that oidc-provider expects back from the form of its logout page. Its hook is given the whole form as HTML;
 * ours is part of a page of its own.
 */
export function logoutSecretOf(session: Session | undefined): string {
  return String(session?.state?.['secret'] ?? '');
}
