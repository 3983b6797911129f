import type { Connections } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Context } from 'koa';
import type { Session } from 'oidc-provider';
import { connectionOf } from '../http/session-via.js';
import { setPageCookies } from './page-cookies.js';

export interface LeavingServices {
  readonly issuer: string;
  readonly connections: Pick<Connections<Transaction>, 'leave'> | undefined;
}

/**
 * Where the browser goes after its session has ended: to the provider that had opened the session, if its connection wants
 * that, or else to `returnTo`. Call it after the session has ended: what fails here does not keep anybody signed in.
 */
export async function afterSignOut(
  ctx: Pick<Context, 'cookies'>,
  { issuer, connections }: LeavingServices,
  session: Session,
  returnTo: string,
): Promise<string> {
  const connectionId = connectionOf(session);
  const { accountId: userId } = session;
  if (connectionId === undefined || userId === undefined) return returnTo;
  const left = await connections?.leave({ connectionId, userId, returnTo });
  if (!left) return returnTo;
  setPageCookies(ctx, issuer, left.cookies);
  return left.redirect;
}
