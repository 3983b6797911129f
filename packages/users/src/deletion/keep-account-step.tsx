import type { StepOutcome, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { keepAccount, offerToKeep } from './keep-account.js';
import { KeepAccountPage } from './keep-account-page.js';

/** Shown instead of signing in to an account that waits to be erased; the proof has been given, by whatever means. */
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

/** The answer of somebody who keeps the account and goes on, or nothing when the offer is over. */
export async function submitKeepPage(
  host: IdentityPluginHost,
  view: StepView,
  secret: string,
): Promise<StepOutcome | undefined> {
  const kept = await keepAccount(host, { secret, interaction: view.interactionUid, language: view.language });
  return kept && { answer: { accountId: kept.userId, epoch: kept.epoch, amr: kept.amr } };
}
