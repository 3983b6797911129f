import type { Session } from 'oidc-provider';

/**
 * The secret that oidc-provider expects from the form of the logout page. Its hook gets the whole form as HTML, but we render
 * our own form.
 */
export function logoutSecretOf(session: Session | undefined): string {
  return String(session?.state?.['secret'] ?? '');
}
