import {
  createKeyedSemaphore,
  isIdentityError,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type DeadLinkAdvice, DeadLinkPage } from './dead-link-page.js';

export interface LinkVisit extends PageRequest {
  readonly secret: string;
  /** Where the form is posted: to the page itself. */
  readonly action: string;
}

interface MailedLink {
  /** The path segment before the secret. */
  name: string;
  host: Pick<IdentityPluginHost, 'brand' | 'accounts'>;
  /** The advice if the link is not valid. */
  advice: DeadLinkAdvice;
  show(visit: LinkVisit): Promise<PageAnswer>;
  act(visit: LinkVisit): Promise<PageAnswer>;
}

/** The pages of a mailed link: GET shows, POST acts. NOT_FOUND becomes a page that says what to do. */
export function mailedLink({ name, host, advice, show, act }: MailedLink): PageRoute[] {
  // Requests with the same link run one after the other: otherwise each would hold a connection, only to come too late.
  const ofLink = createKeyedSemaphore({ atOnce: 1 });
  const { brand, accounts } = host;
  const handler = (handle: MailedLink['show']) => async (request: PageRequest) => {
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
    { method: 'get', path, handle: handler(show) },
    { method: 'post', path, handle: handler((visit) => ofLink.run(visit.secret, () => act(visit))) },
  ];
}
