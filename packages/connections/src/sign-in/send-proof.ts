import { newOneTimeSecret, type StepView, wideNetworkOf } from '@org/identity-core';
import { countWithin, keyOf } from '@org/identity-prisma';
import { languageOf } from '@org/identity-ui';
import type { ConnectionServices } from '../services.js';
import { proveAccountMail } from './sign-in-mails.js';
import type { SignInVisit } from './sign-in-visit.js';

const hour = 60 * 60;
/** Enough if one mail is lost, too few to flood a mailbox. Many users of an office share one network. */
const maxPerHour = { recipient: 3, network: 100 };

/** Mails a link that proves the account. One mail for each visit, and few for each recipient. */
export async function sendProof(
  { db, mail, issuer, accounts, sendMail }: ConnectionServices,
  view: StepView,
  { secret, connectionName, identity }: SignInVisit,
): Promise<void> {
  const { email } = identity;
  if (email === undefined) return;
  const { secret: proof, secretHash: mailSecretHash } = newOneTimeSecret();
  const link = `${issuer}${view.action}/return?connection=${secret.id}&proof=${proof}`;
  await db.$transaction(async (tx) => {
    const unsent = { secretHash: secret.secretHash, mailSecretHash: null };
    if ((await tx.connectionVisit.count({ where: unsent })) === 0) return;
    const account = await accounts.findByEmail(tx, email);
    if (!account) return;
    const recipient = keyOf(accounts.normalizeEmail(email));
    const wait = await countWithin(tx, [
      { key: `connection_proof_to:${recipient}`, max: maxPerHour.recipient, seconds: hour },
      { key: `connection_proof_by:${keyOf(wideNetworkOf(view.browser.ip))}`, max: maxPerHour.network, seconds: hour },
    ]);
    if (wait !== undefined) return;
    const { count } = await tx.connectionVisit.updateMany({ where: unsent, data: { mailSecretHash } });
    if (count === 0) return;
    const to = { email: account.email, language: languageOf(account.locale ?? null, view.language), brand: view.brand };
    await mail.add(tx, proveAccountMail({ ...to, connection: connectionName, link }));
  });
  sendMail();
}
