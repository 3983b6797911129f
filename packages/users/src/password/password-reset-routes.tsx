import {
  EnteredEmail,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  type WeakPasswordReason,
  weakPasswordReason,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import {
  findBrowserSignIn,
  isInteractionUid,
  readTypedEmail,
  typedEmailCookie,
} from '../credentials/browser-sign-in.js';
import { readKnownBrowser } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { type LinkVisit, mailedLink } from '../mailed-links/mailed-link.js';
import type { ReviewServices } from '../sso/review-step.js';
import { AskForResetPage, NewPasswordPage, ResetAskedPage } from './password-reset-pages.js';
import { passwordSetPage, reviewRoutes } from './password-set-routes.js';
import { requestPasswordReset } from './request-password-reset.js';
import { findPasswordReset, resetPassword } from './reset-password.js';

/** The pages for users without a password or with a forgotten one: they request a link, and set a new password with it. */
export function passwordResetPages(
  host: IdentityPluginHost,
  limiters: { mail: MailLimiter; signIn: SignInLimiter },
  review: Omit<ReviewServices, 'host'>,
): PageRoute[] {
  const services = { host, ...review };
  const path = '/password-reset';
  return [
    {
      method: 'get',
      path,
      async handle({ query, cookie, signInBrand }) {
        const interaction = interactionOf(query);
        const brand = await signInBrand(interaction);
        const email = readTypedEmail(host.vault, cookie, interaction);
        const signIn = await findBrowserSignIn(host, cookie, interaction ?? null);
        return { page: <AskForResetPage {...{ brand, interaction, email, signIn }} />, brand };
      },
    },
    { method: 'post', path, handle: (page) => request(host, limiters.mail, page) },
    ...mailedLink({
      name: 'password-reset',
      host,
      advice: 'passwordReset',
      show: (visit) => show(host, visit),
      act: (visit) => set(services, limiters.signIn, visit),
    }),
    ...reviewRoutes(services),
  ];
}

async function request(host: IdentityPluginHost, limiter: MailLimiter, page: PageRequest): Promise<PageAnswer> {
  const { form, ip, language, cookie } = page;
  const interaction = interactionOf(form);
  const brand = await page.signInBrand(interaction);
  const signIn = await findBrowserSignIn(host, cookie, interaction ?? null);
  const email = EnteredEmail.safeParse(form['email'] ?? '');
  if (!email.success) {
    const entered = { brand, interaction, signIn, email: form['email'] };
    return { page: <AskForResetPage {...entered} incomplete />, brand, status: 422 };
  }
  const browser = readKnownBrowser(host.vault, cookie);
  const asked = { email: email.data, ip, browser, interactionUid: interaction ?? null, language };
  await requestPasswordReset(host, limiter, asked);
  return {
    page: <ResetAskedPage {...{ brand, interaction, signIn }} email={email.data} />,
    brand,
    // The sign-in page shows it when the user is back.
    ...(signIn && interaction ? { cookies: [typedEmailCookie(host.vault, interaction, email.data)] } : {}),
  };
}

/** The sign-in that a request names, if it has the form of one. */
function interactionOf({ interaction }: Readonly<Record<string, string>>): string | undefined {
  return interaction !== undefined && isInteractionUid(interaction) ? interaction : undefined;
}

async function show(
  host: IdentityPluginHost,
  { secret, action }: LinkVisit,
  weak?: WeakPasswordReason,
): Promise<PageAnswer> {
  const { email, locale } = (await findPasswordReset(host.db, secret)).user;
  const page = <NewPasswordPage brand={host.brand} action={action} email={email} weak={weak} />;
  return { page, status: weak ? 422 : 200, locale };
}

async function set(services: ReviewServices, limiter: SignInLimiter, visit: LinkVisit): Promise<PageAnswer> {
  const { host } = services;
  const { secret, form, ip, cookie, language } = visit;
  const newPassword = form['password'] ?? '';
  try {
    const reset = await resetPassword(host, limiter, { secret, newPassword, ip, language });
    const own = await findBrowserSignIn(host, cookie, reset.interactionUid);
    if (own) return { redirect: `${own}/return?reset=done` };
    return await passwordSetPage(services, reset.userId);
  } catch (error) {
    const weak = weakPasswordReason(error);
    if (weak) return show(host, visit, weak);
    throw error;
  }
}
