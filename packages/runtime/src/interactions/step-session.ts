import { acrOf, type Origin, originOfSession, originText, type RequestSession } from '@org/identity-core';
import type { Context } from 'koa';
import type { Provider, Session } from 'oidc-provider';
import { connectionOf, viaOf } from '../http/session-via.js';
import { errors } from '../provider/oidc-provider.js';

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
/** The answer of a step. */
export type Answer = Readonly<Record<string, unknown>>;

/** The session that the steps after the sign-in belong to, as it is now. */
export async function sessionOf(ctx: Context, provider: Provider, interaction: Interaction): Promise<Session> {
  const session = await provider.Session.get(ctx);
  const { accountId } = session;
  // The user signed out, or another user signed in, in another tab.
  if (!accountId || accountId !== interaction.session?.accountId)
    throw new errors.SessionNotFound('the session has ended');
  // Or the same user has signed in there in another way: the steps of one origin are not finished with another.
  const { origin } = interaction.prompt.details;
  if (origin !== originText(originOfSession(viaOf(session))))
    throw new errors.SessionNotFound('the session has another origin');
  return session;
}

/** How long the session was not used is not known here: only the request itself knows it. */
export const requestSession = ({ loginTs }: Session, origin: Origin, ip: string): RequestSession => ({
  origin,
  signedInAt: loginTs === undefined ? undefined : new Date(loginTs * 1000),
  pauseSeconds: Number.POSITIVE_INFINITY,
  ip,
});

/** The login of the session with the second factor added. Its time stays, because only a part was proven again. */
export function strongerLogin(
  { session, interaction }: { session: Session | undefined; interaction: Interaction },
  answer: Answer,
) {
  const { accountId, loginTs, amr: before = [] } = session ?? {};
  if (!accountId) throw new errors.SessionNotFound('the session has ended');
  const via = viaOf(session);
  const connectionId = connectionOf(session);
  const amr = [...new Set([...before, ...amrOf(answer)])];
  // Keep the other results of this request's login, such as an account link that waits for this step.
  const login = interaction.lastSubmission?.['login'] as Answer | undefined;
  const earlier = login?.['accountId'] === accountId ? login : {};
  const kept = { ...(loginTs ? { ts: loginTs } : {}), ...(via === undefined ? {} : { via, connectionId }) };
  return { ...earlier, accountId, amr, acr: acrOf(amr), epoch: answer['epoch'], ...kept };
}

/** The authentication methods in the result of a step. */
export function amrOf({ amr }: Answer): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [];
}
