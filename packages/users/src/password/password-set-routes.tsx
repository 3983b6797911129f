import { isIdentityError, type PageAnswer, type PageRequest, type PageRoute } from '@org/identity-core';
import { refusalText } from '../account-frame/notices.js';
import { listLinks, unlink } from '../sso/links.js';
import type { ReviewServices } from '../sso/review-step.js';
import { openReview, sealReview } from '../sso/review-token.js';
import { SsoFailedPage } from '../sso/sso-pages.js';
import { namedLinks, nameOfProvider } from '../sso/upstreams.js';
import { PasswordSetPage } from './password-reset-pages.js';

const path = '/linked-providers';
const reviewPage = 'page';

/** The form of the page that is shown after a reset. */
export function reviewRoutes(services: ReviewServices): PageRoute[] {
  return [{ method: 'post', path, handle: (request) => remove(services, request) }];
}

/** The page after a reset. It lists the linked providers, unless the account has a second factor: access to the mailbox alone must not reveal them. */
export async function passwordSetPage(
  { host, upstreams }: ReviewServices,
  userId: string,
  refused?: string,
): Promise<PageAnswer> {
  const { brand, db, vault } = host;
  const { accountPage } = host.accounts;
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const open = upstreams.size > 0 && !user.mfaEnabled && user.deletedAt === null && user.disabledAt === null;
  const links = open ? namedLinks(upstreams, (await listLinks(db, { userId })).links) : [];
  const hidden = { review: sealReview(vault, reviewPage, { userId, epoch: user.signInEpoch }) };
  return {
    page: <PasswordSetPage {...{ brand, links, hidden, refused, accountPage }} action={path} />,
    locale: user.locale,
  };
}

async function remove(services: ReviewServices, { form, language }: PageRequest): Promise<PageAnswer> {
  const { host, upstreams, passwordSignIn, emailCodes } = services;
  const review = openReview(host.vault, reviewPage, form['review']);
  if (!review) return expired(services);
  const provider = form['remove'] ?? '';
  try {
    const providerName = nameOfProvider(upstreams, provider);
    const epoch = await unlink(host, { ...review, provider, providerName, passwordSignIn, emailCodes, language });
    return epoch === undefined ? expired(services) : await passwordSetPage(services, review.userId);
  } catch (error) {
    if (!isIdentityError(error) || error.status >= 500) throw error;
    const again = await passwordSetPage(services, review.userId, refusalText(error, language));
    return { ...again, status: error.status } as PageAnswer;
  }
}

function expired({ host: { brand, accounts } }: ReviewServices): PageAnswer {
  return {
    page: <SsoFailedPage brand={brand} failure={{ reason: 'reviewOver' }} accountPage={accounts.accountPage} />,
    status: 403,
  };
}
