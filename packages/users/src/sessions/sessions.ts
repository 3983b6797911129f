import { type Actor, IdentityError, isUuid, type UserPrincipal } from '@org/identity-core';
import { endOtherSessions, endSession, type IdentityPluginHost, lockUserToChange } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { locate } from './locate.js';
import { sessionsTexts } from './texts.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'sendLogoutNotices'>;

/** The user, and the session of the request. */
type Caller = Pick<UserPrincipal, 'userId' | 'sessionUid'>;

const active = () => ({ endedAt: null, expiresAt: { gt: new Date() } });

/** Where a user is signed in, the latest activity first. The API uses English texts. */
export async function listSessions({ db }: Pick<Services, 'db'>, principal: Caller, language: Language = 'en') {
  const { unknown } = sessionsTexts[language].sessions;
  const rows = await db.oidcSession.findMany({
    where: { accountId: principal.userId, ...active() },
    orderBy: { lastActiveAt: 'desc' },
  });
  const sessions = rows.map(({ publicId, uid, userAgent, ipAddress, lastActiveAt, createdAt }) => ({
    id: publicId,
    userAgent: userAgent ?? unknown,
    ipAddress: ipAddress ?? unknown,
    location: locate(ipAddress ?? '', language),
    lastActive: lastActiveAt,
    createdAt,
    isCurrent: uid === principal.sessionUid,
  }));
  return { sessions };
}

/** Ends one session of the user, with all tokens issued in it. */
export async function revokeSession(
  services: Services,
  input: { principal: Pick<Caller, 'userId'>; sessionId: string; actor?: Actor },
) {
  const { db, events } = services;
  const { principal, sessionId, actor } = input;
  await db.$transaction(async (tx) => {
    // Without an actor, users end their own.
    if (actor) await lockUserToChange(tx, { userId: principal.userId, actor });
    const where = { publicId: sessionId, accountId: principal.userId, ...active() };
    const session = isUuid(sessionId) ? await tx.oidcSession.findFirst({ where, select: { uid: true } }) : null;
    if (!session) throw new IdentityError('SESSION_NOT_FOUND', 'There is no such session, or it has ended.');
    const ended = await endSession(tx, session.uid);
    await publish(events, tx, { ...principal, actor, endedIn: ended?.endedIn }, { one: true });
  });
  services.sendLogoutNotices();
  return { success: true, message: 'The session has ended.' };
}

/** Ends all sessions of the user except the current one. */
export async function revokeOtherSessions(services: Services, principal: Caller) {
  const { db, events } = services;
  await db.$transaction(async (tx) => {
    const endedIn = await endOtherSessions(tx, { accountId: principal.userId, except: principal.sessionUid });
    await publish(events, tx, { userId: principal.userId, endedIn }, { one: false });
  });
  services.sendLogoutNotices();
  return { success: true, message: 'All other sessions have ended.' };
}

/** Ends all sessions of a user, for an operator. */
export async function revokeAllSessions(services: Services, { userId, actor }: { userId: string; actor: Actor }) {
  const { db, events } = services;
  await db.$transaction(async (tx) => {
    await lockUserToChange(tx, { userId, actor });
    const endedIn = await endOtherSessions(tx, { accountId: userId, except: null });
    await publish(events, tx, { userId, actor, endedIn }, { one: false });
  });
  services.sendLogoutNotices();
  return { success: true, message: 'All sessions have ended.' };
}

function publish(
  events: Services['events'],
  tx: Parameters<Services['events']['publish']>[0],
  {
    userId,
    actor = { kind: 'user', id: userId },
    endedIn = [],
  }: { userId: string; actor?: Actor | undefined; endedIn?: readonly string[] | undefined },
  data: { one: boolean },
) {
  const event = { type: 'session.revoked', tenantId: null, actor, subjectId: userId, data } as const;
  return events.publish(tx, event, { endedIn });
}
