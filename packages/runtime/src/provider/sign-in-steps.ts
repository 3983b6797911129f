import {
  asksForTwoFactors,
  checkOrigins,
  hasProviderFactor,
  hasTwoFactors,
  originOfSession,
  originText,
  type SignInStep,
  type TenantResolver,
} from '@org/identity-core';
import { freshSeconds } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { viaOf } from '../http/session-via.js';
import { authorizationRequest, tenantOf } from './authorization-request.js';
import { missingOfApis } from './consents.js';
import { errors, interactionPolicy } from './oidc-provider.js';

/** The prompt of oidc-provider for a sign-in. Its result has the same key. */
const loginPrompt = 'login';

/** Keys that oidc-provider reads from a result, and values of `prompt` with a special meaning. */
const reserved = new Set(['consent', 'create', 'error', 'error_description', loginPrompt, 'none', 'select_account']);

/** Returns the steps in the order in which a sign-in passes them. Throws if they contradict each other. */
export function orderSteps(ofPlugins: readonly SignInStep[], own: readonly SignInStep[]): readonly SignInStep[] {
  for (const step of ofPlugins) {
    const { name, proves } = step;
    checkOrigins(step, `The sign-in step "${name}"`);
    const isFree = !reserved.has(name) || (name === loginPrompt && proves === 'user');
    if (!isFree || !/^[a-z][a-z0-9_-]*$/u.test(name))
      throw new Error(
        `The sign-in step "${name}" needs another name: lower-case letters, digits, - and _, and none of ${[...reserved].join(', ')}.`,
      );
  }
  const steps = [...ofPlugins, ...own];
  const twice = steps.find(({ name }, index) => steps.findIndex((step) => step.name === name) !== index);
  if (twice) throw new Error(`Two sign-in steps are called "${twice.name}".`);
  const proving = steps.filter(({ proves }) => proves === 'user').map(({ name }) => `"${name}"`);
  if (proving.length > 1) throw new Error(`More than one sign-in step proves the user: ${proving.join(', ')}.`);
  return steps.sort((one, other) => one.order - other.order);
}

/** Finds the step of a prompt of oidc-provider. */
export function stepOfPrompt(steps: readonly SignInStep[], prompt: string): SignInStep | undefined {
  return steps.find(({ name, proves }) => (proves === 'user' ? prompt === loginPrompt : name === prompt));
}

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
  login.checks.add(deviceCheck);
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
  const check = new Check(
    `${name}_needed`,
    describe(step),
    (ctx) => isNeeded(ctx, step, tenants),
    // Stored with the interaction, for the page of the step.
    async (ctx) => {
      const tenant = await tenantOf(ctx, tenants);
      const origin = originText(originOfSession(viaOf(ctx.oidc.session)));
      return tenant.kind === 'tenant' ? { origin, tenantId: tenant.tenantId } : { origin };
    },
  );
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
    newScopes: [...missingScopes(ctx), ...missingOfApis(ctx)],
    requested: step.requestable === true && ctx.oidc.prompts.has(step.name) && ctx.oidc.promptPending(step.name),
  });
  if (typeof need === 'object') throw new errors.AccessDenied(need.refused);
  // Steps may be written in JavaScript: one that does not answer is not skipped.
  return need !== false;
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
    if (hasProviderFactor(session.amr, originOfSession(viaOf(session)))) return false;
    return demandsSecondFactor(ctx, tenants);
  });
}

/** Whoever finds an unlocked computer must not be able to let a device in. */
const deviceCheck = new Check('device', 'a device needs a fresh sign-in', 'login_required', ({ oidc }) => {
  const { session, result, entities } = oidc;
  return Boolean(entities.DeviceCode && session?.accountId && !result?.login && session.past(freshSeconds));
});

function missingScopes({ oidc }: KoaContextWithOIDC): string[] {
  const granted = oidc.grant?.getOIDCScope().split(' ') ?? [];
  return [...oidc.requestParamOIDCScopes].filter((scope) => !granted.includes(scope));
}
