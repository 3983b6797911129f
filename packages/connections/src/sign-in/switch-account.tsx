import type { StepOutcome, StepView } from '@org/identity-core';
import type { ConnectionServices } from '../services.js';
import { decide, findDecidingConnection } from './decide.js';
import { SwitchAccountPage } from './sign-in-pages.js';
import type { SignInVisit } from './sign-in-visit.js';
import { isStarted } from './started-request.js';

/**
 * The email of another user who is signed in to this browser, if a provider has started the sign-in. Any site can send a
 * browser to the start page, so nobody's session is replaced unasked.
 */
export async function findReplacedUser(
  { db, accounts }: ConnectionServices,
  { request }: StepView,
  { connectionId, identity }: SignInVisit,
): Promise<string | undefined> {
  const { userId } = request;
  if (userId === undefined || !isStarted(request)) return undefined;
  const connection = await findDecidingConnection(db, connectionId);
  const decision = connection ? await decide(db, accounts, connection, identity) : undefined;
  const isSame = decision && 'userId' in decision && decision.userId === userId;
  if (!decision || decision.kind === 'refused' || isSame) return undefined;
  const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
  return user?.email;
}

/** Asks that user whether to go on. Nothing has changed so far. */
export function askToSwitch({ brand, action }: StepView, visit: SignInVisit, signedInAs: string): StepOutcome {
  const { secret, connectionName: connection, identity } = visit;
  const hidden = { connection: secret.id, switch: 'yes' };
  const page = (
    <SwitchAccountPage {...{ brand, action, connection, signedInAs, hidden }} email={identity.email ?? ''} />
  );
  return { page, status: 200 };
}
