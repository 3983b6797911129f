import { callback } from './sign-in.js';

/** An authorization request of demo-web as a link of a client. */
export function requestPathOf(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email',
    nonce: 'a-nonce',
    state: 'a-state',
    ...changes,
  });
  return `/oauth/authorize?${query}`;
}
