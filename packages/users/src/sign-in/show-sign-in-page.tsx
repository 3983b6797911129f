import { accountClientId, breakGlassPath, type SignInError, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { VNode } from 'preact';
import { findPerson } from '../accounts/confirming-user.js';
import { readTypedEmail } from '../credentials/browser-sign-in.js';
import { BreakGlassPage, breakGlassHidden } from './break-glass-page.js';
import { ConfirmPage, reasonOf } from './confirm-page.js';
import { offersOf } from './offers.js';
import { type EmailRouting, methodsFor } from './route-email.js';
import { SignInPage } from './sign-in-page.js';

interface Services {
  host: IdentityPluginHost;
  routing: EmailRouting;
  registration: boolean;
}

/** What the page shows beside the methods. */
export interface Shown {
  readonly email?: string | undefined;
  readonly error?: SignInError | undefined;
  readonly message?: string | undefined;
  readonly waitSeconds?: number | undefined;
  readonly passwordSet?: boolean;
  /** Whether the email is asked for alone; without it, the request decides. */
  readonly emailFirst?: boolean;
  /** Whether it was looked up that the email leads to no provider. */
  readonly asked?: boolean;
  /** Whether it is the page for anybody, also if a user is signed in. */
  readonly otherAccount?: boolean;
  readonly breakGlass?: boolean;
}

/** The page that asks who the user is: for anybody, for the user who is signed in, or for a break-glass owner. */
export async function showSignInPage(services: Services, view: StepView, shown: Shown): Promise<VNode> {
  const { host, routing, registration } = services;
  const { otherAccount = false, asked = false, breakGlass = false, ...extra } = shown;
  const { brand, action, abortAction, request } = view;
  // Somebody who is signed in comes back to one of our own pages.
  const { userId } = request;
  const isKnown = request.client.id === accountClientId && userId !== undefined && !otherAccount;
  const user = isKnown ? await findPerson(host.db, userId, extra.email) : undefined;
  // The email decides whether the provider of an organization is asked. After that, the page is the usual one.
  const isSentBack =
    extra.message !== undefined || (extra.error !== undefined && extra.error !== 'policy' && extra.error !== 'email');
  const isFirst = !extra.passwordSet && extra.waitSeconds === undefined && !isSentBack;
  const emailFirst = extra.emailFirst ?? (isFirst && (await routing.mayApply(view)));
  const methods = methodsFor(host, view);
  const shared = { brand, action, abortAction, ...extra, emailFirst };
  if (user) {
    // By the user themselves, even if their organization has a provider.
    const hidden = { email: user.email, asked: routing.markOf(view, user.email) };
    const offers = offersOf(methods, view, { page: 'confirm', user, emailFirst, hidden });
    return <ConfirmPage {...{ ...shared, offers, user }} reason={reasonOf(request)} />;
  }
  if (breakGlass) {
    const offers = offersOf(methods, view, { page: 'break-glass', emailFirst: false, hidden: breakGlassHidden });
    return <BreakGlassPage {...{ ...shared, offers }} />;
  }
  const offers = offersOf(methods, view, { page: 'sign-in', emailFirst, hidden: {} });
  const isOpen = isFirst && extra.emailFirst === undefined && !emailFirst;
  const isMarked = routing.exists(view) && (asked || isOpen);
  const mark = isMarked ? routing.markOf(view, asked ? (extra.email ?? '') : undefined) : undefined;
  // The provider was asked in this sign-in, and the user comes back without a response.
  const breakGlassHref = emailFirst && typedIn(host, view) !== undefined ? breakGlassPath(action) : undefined;
  return <SignInPage clientName={request.client.name} {...{ ...shared, offers, registration, mark, breakGlassHref }} />;
}

const typedIn = ({ vault }: IdentityPluginHost, { browser, interactionUid }: StepView) =>
  readTypedEmail(vault, browser.cookie, interactionUid);
