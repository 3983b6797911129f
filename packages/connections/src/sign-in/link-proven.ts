import type { CompletedSignIn } from '@org/identity-core';
import { activeUser, inTransaction, lockUserRowShared } from '@org/identity-prisma';
import { languageOf } from '@org/identity-ui';
import { isUniqueViolation } from '../domains/verify-domain.js';
import { endLinkSessions } from '../links/end-sessions.js';
import type { ConnectionServices } from '../services.js';
import { takeKeptVisit } from '../visits/visits.js';
import { findDecidingConnection, isInForce } from './decide.js';
import { keepLink, replaceLink } from './links.js';
import { linkAddedMail } from './sign-in-mails.js';

/**
 * Links the identity of a sign-in that is now complete; a link to another subject is replaced, and its sessions end. Not if a credential of the
 * account has changed since the proof, nor if the connection was changed or has ended.
 */
export async function linkProven(
  services: ConnectionServices,
  { userId, epoch, login, language, sessionUid }: CompletedSignIn,
): Promise<void> {
  const held = login['link'];
  if (typeof held !== 'string' || login['connectionId'] === undefined) return;
  const secretHash = new Uint8Array(Buffer.from(held, 'base64url'));
  const { db, events, mail, brand, logger } = services;
  const work = inTransaction(db, async (tx) => {
    // From here on, changes of the credentials wait for this transaction.
    const user = await lockUserRowShared(tx, userId, activeUser);
    if (user?.epoch !== epoch) return false;
    const visit = await takeKeptVisit(tx, { secretHash, userId });
    const connection = visit && (await findDecidingConnection(tx, visit.connectionId));
    if (!connection || !isInForce(connection, visit.version)) return false;
    const { id: connectionId, tenantId, name } = connection;
    const link = { connectionId, userId, identity: visit.identity };
    const replaced = await replaceLink(tx, link);
    if (!replaced && !(await keepLink(tx, link))) return false;
    const actor = { kind: 'user' as const, id: userId };
    if (replaced) await endLinkSessions(tx, services, { tenantId, connectionId, userId, actor, kept: sessionUid });
    const event = { tenantId, actor, subjectId: userId };
    await events.publish(tx, { type: 'connection.linked', ...event, data: { connectionId, name, replaced } });
    const recipient = { email: user.email, language: languageOf(user.locale, language), brand };
    await mail.add(tx, linkAddedMail({ ...recipient, connection: name }), { notice: 'link-added' });
    return true;
  });
  const linked = await work.catch((error: unknown) => {
    if (isUniqueViolation(error)) return false;
    throw error;
  });
  if (linked) {
    services.sendMail();
    services.sendLogoutNotices();
  } else logger.warn({}, 'could not link a connection after the sign-in');
}
