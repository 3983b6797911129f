import { type AuthorizationRequest, accountClientId } from '@org/identity-core';

/** The longest URL to open after a sign-in. */
export const maxTarget = 1000;

/** The page where a started sign-in arrives: it opens the target, or else the tenant's console. */
export function arrivalOf(connectionId: string, target: string | undefined): string {
  const query = target === undefined ? '' : `?target_link_uri=${encodeURIComponent(target)}`;
  return `/sso/c/${connectionId}/arrived${query}`;
}

const arrival = /^\/sso\/c\/([\da-f-]{36})\/arrived(?:\?|$)/u;

/**
 * The connection of a sign-in that its provider has started; undefined for any other request. The page where it arrives says
 * it: whoever sends a browser to such a request could send it to the start page as well.
 */
export function startedConnectionOf({
  client,
  params,
}: Pick<AuthorizationRequest, 'client' | 'params'>): string | undefined {
  const { state } = params;
  if (client.id !== accountClientId || typeof state !== 'string') return undefined;
  return arrival.exec(state)?.[1];
}

/** Whether a provider has started the sign-in: then the user has just signed in there. */
export const isStarted = (request: Pick<AuthorizationRequest, 'client' | 'params'>): boolean =>
  startedConnectionOf(request) !== undefined;
