import { asksForTwoFactors, type SignInStep, type TenantResolver } from '@org/identity-core';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { authorizationRequest, tenantOf } from './authorization-request.js';
import { requestingClient } from './client-metadata.js';
import { errors, interactionPolicy } from './oidc-provider.js';

const { Check, Prompt, base } = interactionPolicy;

/** The stops between an authorization request and its code, in this order: login, the plugins' steps, consent. */
export function signInPolicy(steps: readonly SignInStep[], tenants: TenantResolver | undefined) {
  const policy = base();
  const login = policy.get('login');
  if (!login) throw new Error('oidc-provider has no login prompt.');
  login.checks.add(
    new Check('account_gone', 'the account of the session is gone', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  );
  login.checks.add(enrolmentCheck(tenants));
  policy.remove('consent');
  for (const step of orderedSteps(steps)) policy.add(promptOf(step, tenants));
  policy.add(consentPrompt());
  return policy;
}

const order = ['login', 'mfa', 'tenant', 'links'];

function orderedSteps(steps: readonly SignInStep[]): SignInStep[] {
  const unknown = steps.find(({ name }) => !order.includes(name));
  if (unknown) throw new Error(`The sign-in step "${unknown.name}" is none of ${order.join(', ')}.`);
  return steps.filter(({ name }) => name !== 'login').sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function promptOf(step: SignInStep, tenants: TenantResolver | undefined) {
  const needed = async (ctx: KoaContextWithOIDC): Promise<boolean> => {
    if (step.name !== 'tenant') {
      const secondFactor = await demandsSecondFactor(ctx, tenants);
      return (await step.isNeeded?.(authorizationRequest(ctx), { secondFactor })) ?? false;
    }
    const decision = await tenantOf(ctx, tenants);
    if (decision.kind === 'refused') throw new errors.AccessDenied('you are not an active member of this tenant');
    return decision.kind === 'choose';
  };
  return new Prompt(
    { name: step.name },
    new Check(`${step.name}_needed`, `the step "${step.name}" is open`, 'interaction_required', needed),
  );
}

/** A tenant that the person has yet to choose demands nothing; every prompt is looked at again once they have. */
async function demandsSecondFactor(ctx: KoaContextWithOIDC, tenants: TenantResolver | undefined): Promise<boolean> {
  if (asksForTwoFactors(ctx.oidc.params?.['acr_values'])) return true;
  const decision = await tenantOf(ctx, tenants);
  return decision.kind === 'tenant' && decision.mfaRequired;
}

/** As long as a sign-in counts as fresh elsewhere. */
const freshSeconds = 10 * 60;

/** Whoever finds a browser that was left open must not set up a second factor of their own in it. */
function enrolmentCheck(tenants: TenantResolver | undefined) {
  const reason = 'a second factor is set up after a fresh sign-in only';
  return new Check('enrolment', reason, 'login_required', async (ctx) => {
    const { session, result } = ctx.oidc;
    const hasNone = ctx.oidc.account?.['secondFactor'] === false;
    if (!session?.accountId || !hasNone || result?.login || !session.past(freshSeconds)) return false;
    return demandsSecondFactor(ctx, tenants);
  });
}

/** Was: asked of every client, for every new session. Now: never of our own, once of others. */
function consentPrompt() {
  const prompt = new Prompt({ name: 'consent', requestable: true });
  const asked = prompt.checks.get('consent_prompt');
  prompt.checks.clear();
  prompt.checks.add(
    new Check('consent_needed', 'the requested scopes are not allowed yet', 'consent_required', async (ctx) => {
      if (!ctx.oidc.client || requestingClient(ctx.oidc.client).firstParty) return false;
      return missingScopes(ctx).length > 0 || ((await asked?.check(ctx)) ?? false);
    }),
  );
  return prompt;
}

function missingScopes({ oidc }: KoaContextWithOIDC): string[] {
  const granted = oidc.grant?.getOIDCScope().split(' ') ?? [];
  return [...oidc.requestParamOIDCScopes].filter((scope) => !granted.includes(scope));
}
