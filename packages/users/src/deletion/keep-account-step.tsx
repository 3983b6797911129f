import type { StepOutcome, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { keepAccount, offerToKeep } from './keep-account.js';
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

/** Continues the sign-in of a user who keeps the account; undefined if the offer has expired. */
export async function submitKeepPage(
  host: IdentityPluginHost,
  view: StepView,
  secret: string,
): Promise<StepOutcome | undefined> {
  const kept = await keepAccount(host, { secret, interaction: view.interactionUid, language: view.language });
  return kept && { answer: { accountId: kept.userId, epoch: kept.epoch, amr: kept.amr } };
}
