import { isIdentityError, isOwnOrigin, type SignInStep, type StepOutcome, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { refusalText } from '../account-frame/notices.js';
import { listLinks, unlink } from './links.js';
import { LinksReviewPage } from './links-review-page.js';
import { openReview, sealReview } from './review-token.js';
import { namedLinks, nameOfProvider, type Upstreams } from './upstreams.js';

export interface ReviewServices {
  host: IdentityPluginHost;
  upstreams: Upstreams;
  passwordSignIn: boolean;
  emailCodes: boolean;
}

const Login = z.object({ login: z.object({ epoch: z.int() }) });

/** The `links` step: after a new password, the sign-in shows which providers are linked to the account. */
export function reviewStep(services: ReviewServices): SignInStep {
  const { db } = services.host;
  return {
    name: 'links',
    order: 400,
    async isNeeded({ userId, answers, session }) {
      // A user who was already signed in sees it at the next sign-in, and one whom an organization signs in at the next own one.
      if (!userId || answers['login'] === undefined || (session && !isOwnOrigin(session.origin))) return false;
      return (await db.user.count({ where: { id: userId, linksToReview: true, ssoLinks: { some: {} } } })) > 0;
    },
    show: (view) => page(services, view),
    async submit(view, form) {
      const userId = userOf(view);
      // A removal changes the account's epoch; the form carries the new one.
      const reviewed = openReview(services.host.vault, view.interactionUid, form['review']);
      const epoch = reviewed?.userId === userId ? reviewed.epoch : loginEpoch(view);
      if (form['remove'] !== undefined) return remove(services, view, { userId, epoch, provider: form['remove'] });
      await db.user.updateMany({ where: { id: userId }, data: { linksToReview: false } });
      return { answer: { epoch } };
    },
  };
}

async function remove(
  services: ReviewServices,
  view: StepView,
  link: { userId: string; epoch: number | undefined; provider: string },
): Promise<StepOutcome> {
  const { host, upstreams, passwordSignIn, emailCodes } = services;
  const { language } = view;
  if (link.epoch === undefined) return { answer: {} };
  const providerName = nameOfProvider(upstreams, link.provider);
  try {
    const epoch = await unlink(host, { ...link, providerName, passwordSignIn, emailCodes, language });
    const left = await host.db.ssoLink.count({ where: { userId: link.userId } });
    // Without an epoch the login is outdated: the credentials have changed, and the user has to sign in again.
    if (epoch === undefined || left === 0) return { answer: { epoch } };
    return { page: await page(services, view, { epoch }), status: 200 };
  } catch (error) {
    if (!isIdentityError(error) || error.status >= 500) throw error;
    const refused = refusalText(error, language);
    return { page: await page(services, view, { epoch: link.epoch, refused }), status: error.status };
  }
}

async function page(
  { host, upstreams }: ReviewServices,
  view: StepView,
  { epoch = loginEpoch(view), refused }: { epoch?: number | undefined; refused?: string } = {},
) {
  const userId = userOf(view);
  const { links } = await listLinks(host.db, { userId });
  const review = epoch === undefined ? '' : sealReview(host.vault, view.interactionUid, { userId, epoch });
  const { brand, action } = view;
  return <LinksReviewPage {...{ brand, action, refused }} links={namedLinks(upstreams, links)} hidden={{ review }} />;
}

/** The epoch of the login of this request. */
function loginEpoch({ request }: StepView): number | undefined {
  return Login.safeParse(request.answers).data?.login.epoch;
}

function userOf({ request }: StepView): string {
  if (!request.userId) throw new Error('There is no signed-in user yet.');
  return request.userId;
}
