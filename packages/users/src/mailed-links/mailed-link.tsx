import { isIdentityError, type PageAnswer, type PageRequest, type PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { createKeyedQueue } from '../limits/concurrency.js';
import { type DeadLinkAdvice, DeadLinkPage } from './dead-link-page.js';

export interface LinkVisit extends PageRequest {
  readonly secret: string;
  /** Where the page's form goes: to the page itself. */
  readonly action: string;
}

interface MailedLink {
  /** What comes before the secret in the path. */
  name: string;
  host: Pick<IdentityPluginHost, 'brand' | 'accounts'>;
  /** What to do when the link is dead. */
  advice: DeadLinkAdvice;
  show(visit: LinkVisit): Promise<PageAnswer>;
  act(visit: LinkVisit): Promise<PageAnswer>;
}

/** The pages behind a mailed link: GET shows, POST acts. NOT_FOUND is a page that says what to do now. */
export function mailedLink({ name, host, advice, show, act }: MailedLink): PageRoute[] {
  // Uses of one link in turn: many at once would each hold a connection, only to come too late.
  const inTurn = createKeyedQueue();
  const { brand, accounts } = host;
  const visited = (handle: MailedLink['show']) => async (request: PageRequest) => {
    const secret = request.params['token'] ?? '';
    try {
      return await handle({ ...request, secret, action: `/${name}/${encodeURIComponent(secret)}` });
    } catch (error) {
      if (!isIdentityError(error) || error.code !== 'NOT_FOUND') throw error;
      return { page: <DeadLinkPage brand={brand} advice={advice} accountPage={accounts.accountPage} />, status: 404 };
    }
  };
  const path = `/${name}/:token`;
  return [
    { method: 'get', path, handle: visited(show) },
    { method: 'post', path, handle: visited((visit) => inTurn(visit.secret, () => act(visit))) },
  ];
}
