import { asksForTwoFactors, type SignInStep, type TenantResolver } from '@org/identity-core';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { authorizationRequest, tenantOf } from './authorization-request.js';
import { errors, interactionPolicy } from './oidc-provider.js';
import { loginPrompt } from './sign-in-steps.js';

const { Check, Prompt, base } = interactionPolicy;

/** The stops between an authorization request and its code, in the order of the steps; the sign-in is always first. */
export function signInPolicy(steps: readonly SignInStep[], tenants: TenantResolver | undefined) {
  const policy = base();
  const login = policy.get(loginPrompt);
  if (!login) throw new Error('oidc-provider has no login prompt.');
  login.checks.add(
    new Check('account_gone', 'the account of the session is gone', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  );
  login.checks.add(enrolmentCheck(tenants));
  // Was: asked of every client, for every new session. Ours is one of the steps.
  policy.remove('consent');
  for (const step of steps) {
    if (step.proves === 'user') login.checks.add(signInCheck(step, tenants));
    else policy.add(promptOf(step, tenants));
  }
  return policy;
}

/** oidc-provider itself stops a user who is not signed in; the step can stop one who is. */
function signInCheck(step: SignInStep, tenants: TenantResolver | undefined) {
  return new Check(`${step.name}_needed`, describe(step), 'login_required', async (ctx) =>
    ctx.oidc.account ? isNeeded(ctx, step, tenants) : false,
  );
}

function promptOf(step: SignInStep, tenants: TenantResolver | undefined) {
  const { name, requestable = false } = step;
  // The prompt gives the check its error: `consent_required` for `consent`, `interaction_required` for others.
  const check = new Check(`${name}_needed`, describe(step), (ctx) => isNeeded(ctx, step, tenants));
  const prompt = new Prompt({ name, requestable }, check);
  // Was: a prompt that the client asks for is always shown. Now: the step decides.
  prompt.checks.remove(`${name}_prompt`);
  return prompt;
}

const describe = ({ name, description }: SignInStep) => description ?? `the step "${name}" is open`;

async function isNeeded(
  ctx: KoaContextWithOIDC,
  step: SignInStep,
  tenants: TenantResolver | undefined,
): Promise<boolean> {
  const need = await step.isNeeded(authorizationRequest(ctx), {
    secondFactor: await demandsSecondFactor(ctx, tenants),
    tenant: await tenantOf(ctx, tenants),
    newScopes: missingScopes(ctx),
    requested: step.requestable === true && ctx.oidc.prompts.has(step.name) && ctx.oidc.promptPending(step.name),
  });
  if (typeof need === 'object') throw new errors.AccessDenied(need.refused);
  return need;
}

/** A tenant that the user has yet to choose demands nothing; every prompt is looked at again afterwards. */
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

function missingScopes({ oidc }: KoaContextWithOIDC): string[] {
  const granted = oidc.grant?.getOIDCScope().split(' ') ?? [];
  return [...oidc.requestParamOIDCScopes].filter((scope) => !granted.includes(scope));
}
