import { asksForTwoFactors, hasTwoFactors, type SignInStep, type TenantResolver } from '@org/identity-core';
import { freshSeconds } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { authorizationRequest, tenantOf } from './authorization-request.js';
import { errors, interactionPolicy } from './oidc-provider.js';
import { loginPrompt } from './sign-in-steps.js';

const { Check, Prompt, base } = interactionPolicy;

/** The prompts between an authorization request and its code, in the order of the steps. The sign-in is always first. */
export function signInPolicy(steps: readonly SignInStep[], tenants: TenantResolver | undefined) {
  const policy = base();
  const login = policy.get(loginPrompt);
  if (!login) throw new Error('oidc-provider has no login prompt.');
  login.checks.add(
    new Check('account_gone', 'the account of the session does not exist any more', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  );
  login.checks.add(unfinishedCheck);
  login.checks.add(enrolmentCheck(tenants));
  // Was: a consent page for every client and every new session. Ours is one of the steps.
  policy.remove('consent');
  for (const step of steps) {
    if (step.proves === 'user') login.checks.add(signInCheck(step, tenants));
    else policy.add(promptOf(step, tenants));
  }
  return policy;
}

/** oidc-provider itself asks a user who is not signed in. The step can also ask one who is. */
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
  // Was: a prompt that the client requests is always shown. Now: the step decides.
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
    hasSecondFactor: ctx.oidc.account?.['secondFactor'] === true,
    tenant: await tenantOf(ctx, tenants),
    newScopes: missingScopes(ctx),
    requested: step.requestable === true && ctx.oidc.prompts.has(step.name) && ctx.oidc.promptPending(step.name),
  });
  if (typeof need === 'object') throw new errors.AccessDenied(need.refused);
  return need;
}

/** False while the user has to choose a tenant: oidc-provider runs all checks again after the choice. */
async function demandsSecondFactor(ctx: KoaContextWithOIDC, tenants: TenantResolver | undefined): Promise<boolean> {
  if (asksForTwoFactors(ctx.oidc.params?.['acr_values'])) return true;
  const decision = await tenantOf(ctx, tenants);
  return decision.kind === 'tenant' && decision.mfaRequired;
}

/**
 * oidc-provider opens the session after the password. Until the second factor, a client that asks without a page gets the
 * answer for a user who is not signed in. Was: the error of the first open step, such as `interaction_required`.
 */
const unfinishedCheck = new Check('unfinished', 'the sign-in is not complete', 'login_required', ({ oidc }) => {
  const isUnfinished = oidc.account?.['secondFactor'] === true && !hasTwoFactors(oidc.session?.amr);
  return oidc.prompts.has('none') && isUnfinished;
});

/** An attacker at an unlocked computer must not be able to set up a second factor. */
function enrolmentCheck(tenants: TenantResolver | undefined) {
  const reason = 'setting up a second factor requires a fresh sign-in';
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
