import type { CompletedSignIn } from '@org/identity-core';
import { lockSignInEpoch, recipientOf } from '../accounts/find-account.js';
import { takeKeptIdentity } from './attempts.js';
import { addLink } from './links.js';
import { linkAddedMail } from './sso-mails.js';
import type { SsoStepServices } from './sso-visit.js';

/**
 * Links the identity of a sign-in that is now complete. Not if the password, a second factor or the links of the account
 * have changed since they were used, nor if the identity or the account was linked elsewhere in the meantime.
 */
export async function linkProven(
  { host, upstreams }: Pick<SsoStepServices, 'host' | 'upstreams'>,
  { userId, epoch, login, language }: CompletedSignIn,
): Promise<void> {
  const held = login['link'];
  if (typeof held !== 'string') return;
  const secretHash = new Uint8Array(Buffer.from(held, 'base64url'));
  const { db, events, mail, brand, logger } = host;
  const linked = await db.$transaction(async (tx) => {
    // From here on, changes of the credentials wait for this transaction.
    if ((await lockSignInEpoch(tx, userId)) !== epoch) return false;
    const attempt = await takeKeptIdentity(tx, { secretHash, userId });
    const provider = attempt && upstreams.get(attempt.provider)?.provider;
    if (!provider || !(await addLink(tx, { userId, provider: provider.id, identity: attempt.identity }))) return false;
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const actor = { kind: 'user' as const, id: userId };
    const data = { provider: provider.id };
    await events.publish(tx, { type: 'sso.linked', tenantId: null, actor, subjectId: userId, data });
    const link = { provider: provider.name, account: attempt.identity.email };
    await mail.add(tx, linkAddedMail({ ...recipientOf(user, language), ...link, brand }), { notice: 'link-added' });
    return true;
  });
  if (linked) host.sendMail();
  else logger.warn({}, 'could not link a sign-in provider after the sign-in');
}
