import { acrOf } from '@org/identity-core';
import type { Context } from 'koa';
import type { Provider } from 'oidc-provider';
import { errors } from '../provider/oidc-provider.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Answer = Readonly<Record<string, unknown>>;

/** The login of the session with the second factor added. Its time stays, because only a part was proven again. */
export async function strongerLogin(ctx: Context, provider: Provider, interaction: Interaction, answer: Answer) {
  const { accountId, loginTs, amr: before = [] } = await provider.Session.get(ctx);
  // The user signed out, or another user signed in, in another tab.
  if (!accountId || accountId !== interaction.session?.accountId)
    throw new errors.SessionNotFound('the session has ended');
  const amr = [...new Set([...before, ...amrOf(answer)])];
  // Keep the other results of this request's login, such as an account link that waits for this step.
  const login = interaction.lastSubmission?.['login'] as Answer | undefined;
  const earlier = login?.['accountId'] === accountId ? login : {};
  return { ...earlier, accountId, amr, acr: acrOf(amr), epoch: answer['epoch'], ...(loginTs ? { ts: loginTs } : {}) };
}

/** The login of this request with a newer epoch, if a step of this request has changed the credentials itself. */
export function renewedLogin(interaction: Interaction, { epoch }: Answer) {
  const login = interaction.lastSubmission?.login;
  return login && typeof epoch === 'number' ? { login: { ...login, epoch } } : {};
}

/** The authentication methods in the result of a step. */
export function amrOf({ amr }: Answer): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [];
}
