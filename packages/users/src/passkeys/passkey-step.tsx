import type { StepOutcome, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { UsePasskeyPage } from '../pages/passkey-pages.js';
import { askForPasskey } from './ask-for-passkey.js';
import { takePasskey } from './take-passkey.js';

/** Asks for a passkey, or takes the one that was sent; `userId` where the person is known already. */
export async function passkeyStep(
  host: IdentityPluginHost,
  view: StepView,
  { sent, userId }: { sent: string; userId?: string | undefined },
): Promise<{ opened: { userId: string; epoch: number } } | { outcome: StepOutcome }> {
  const place = { place: `passkey:${view.interactionUid}`, ...(userId ? { userId } : {}) };
  const opened = sent.startsWith('{') ? await takePasskey(host, { response: sent, ...place }) : undefined;
  if (opened) return { opened };
  const { brand, action, abortAction } = view;
  const options = await askForPasskey(host, place);
  const refused = sent !== 'begin';
  const page = <UsePasskeyPage {...{ brand, action, abortAction, options }} refused={refused} />;
  return { outcome: { page, status: refused ? 401 : 200 } };
}
