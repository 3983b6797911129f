import { acrOf } from '@org/identity-core';
import type { Context } from 'koa';
import type { Provider } from 'oidc-provider';
import { errors } from '../provider/oidc-provider.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Answer = Readonly<Record<string, unknown>>;

/** The login of the session once more, with what was proven on top of it; its time stays, as only a part was shown again. */
export async function strongerLogin(ctx: Context, provider: Provider, interaction: Interaction, answer: Answer) {
  const { accountId, loginTs, amr: before = [] } = await provider.Session.get(ctx);
  // Signed out, or somebody else signed in, in another tab.
  if (!accountId || accountId !== interaction.session?.accountId)
    throw new errors.SessionNotFound('the session has ended');
  const amr = [...new Set([...before, ...amrOf(answer)])];
  // What the login of this very request has answered besides goes on with it, such as a link that waits for this step.
  const login = interaction.lastSubmission?.['login'] as Answer | undefined;
  const earlier = login?.['accountId'] === accountId ? login : {};
  return { ...earlier, accountId, amr, acr: acrOf(amr), epoch: answer['epoch'], ...(loginTs ? { ts: loginTs } : {}) };
}

/** The login of this request as of a newer epoch: a step of it has itself changed what opens the account. */
export function renewedLogin(interaction: Interaction, { epoch }: Answer) {
  const login = interaction.lastSubmission?.login;
  return login && typeof epoch === 'number' ? { login: { ...login, epoch } } : {};
}

/** How a person has proven who they are, as a step says it. */
export function amrOf({ amr }: Answer): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [];
}
