import type { CompletedSignIn } from '@org/identity-core';
import { activeUser, inTransaction, lockUserRowShared } from '@org/identity-prisma';
import { languageOf } from '@org/identity-ui';
import type { ConnectionServices } from '../services.js';
import { takeKeptVisit } from '../visits/visits.js';
import { findDecidingConnection, isInForce } from './decide.js';
import { keepLink } from './links.js';
import { linkAddedMail } from './sign-in-mails.js';

/**
 * Links the identity of a sign-in that is now complete. Not if a credential of the account has changed since the proof, nor if
 * the connection was changed or has ended.
 */
export async function linkProven(
  services: ConnectionServices,
  { userId, epoch, login, language }: CompletedSignIn,
): Promise<void> {
  const held = login['link'];
  if (typeof held !== 'string' || login['connectionId'] === undefined) return;
  const secretHash = new Uint8Array(Buffer.from(held, 'base64url'));
  const { db, events, mail, brand, logger } = services;
  const linked = await inTransaction(db, async (tx) => {
    // From here on, changes of the credentials wait for this transaction.
    const user = await lockUserRowShared(tx, userId, activeUser);
    if (user?.epoch !== epoch) return false;
    const visit = await takeKeptVisit(tx, { secretHash, userId });
    const connection = visit && (await findDecidingConnection(tx, visit.connectionId));
    if (!connection || !isInForce(connection, visit.version)) return false;
    const { id: connectionId, tenantId, name } = connection;
    if (!(await keepLink(tx, { connectionId, userId, identity: visit.identity }))) return false;
    const event = { tenantId, actor: { kind: 'user' as const, id: userId }, subjectId: userId };
    await events.publish(tx, { type: 'connection.linked', ...event, data: { connectionId, name } });
    const recipient = { email: user.email, language: languageOf(user.locale, language), brand };
    await mail.add(tx, linkAddedMail({ ...recipient, connection: name }), { notice: 'link-added' });
    return true;
  });
  if (linked) services.sendMail();
  else logger.warn({}, 'could not link a connection after the sign-in');
}
