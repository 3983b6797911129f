import { hasTwoFactors, type StepOutcome, type StepView } from '@org/identity-core';
import { hasSecondFactor, type IdentityPluginHost } from '@org/identity-prisma';
import { type FactorServices, factorPage, proveFactor } from '../second-factor/prove-factor.js';
import { findKeepOffer, keepAccount, offerToKeep } from './keep-account.js';
import { KeepAccountPage } from './keep-account-page.js';

/** Shown instead of completing a sign-in to an account that waits to be erased. The user has already proven who they are. */
export async function showKeepPage(
  host: Pick<IdentityPluginHost, 'db'>,
  view: StepView,
  account: { userId: string; waitingUntil: Date; epoch: number; amr: readonly string[] },
): Promise<StepOutcome> {
  const { userId, waitingUntil, epoch, amr } = account;
  const secret = await offerToKeep(host.db, { userId, interaction: view.interactionUid, epoch, amr });
  const { brand, action, abortAction } = view;
  const page = <KeepAccountPage {...{ brand, action, abortAction, secret }} eraseAt={waitingUntil} />;
  return { page, status: 200 };
}

/**
 * Continues the sign-in of a user who keeps the account; undefined if the offer has expired. If the account has a second
 * factor, it is asked for first: the step that usually does it comes too late, when the account is open again.
 */
export async function submitKeepPage(
  services: FactorServices,
  view: StepView,
  fields: Readonly<Record<string, string>>,
): Promise<StepOutcome | undefined> {
  const { host } = services;
  const offer = { secret: fields['keep'] ?? '', interaction: view.interactionUid };
  const made = await findKeepOffer(host.db, offer);
  if (!made) return undefined;
  const { userId } = made;
  const owner = { userId, hidden: { keep: offer.secret }, isClosed: true };
  let amr = made.amr;
  if (!hasTwoFactors(amr) && (await hasSecondFactor(host.db, userId))) {
    const isTyped = fields['code'] !== undefined || fields['passkey'] !== undefined;
    if (!isTyped) return { page: await factorPage(host, view, owner), status: 200 };
    const proven = await proveFactor(services, view, owner, fields);
    if ('page' in proven) return proven;
    amr = [...amr, ...proven.amr];
  }
  const kept = await keepAccount(host, { ...offer, language: view.language });
  if (!kept) return undefined;
  const { userId: accountId, epoch, emailToProve } = kept;
  return { answer: { accountId, epoch, amr, ...(emailToProve ? { emailToProve } : {}) } };
}
