import { isIdentityError, type SignInStep, type StepOutcome } from '@org/identity-core';
import type { Metrics, SignInResult } from './metrics.js';

/** Counts the results of a step that proves the user or a second factor: succeeded, refused or limited. */
export function countSignIns(step: SignInStep, metrics: Pick<Metrics, 'countSignIn'>): SignInStep {
  const { proves, returned } = step;
  if (!proves) return step;
  const counted = async (tried: string, work: Promise<StepOutcome>) => {
    const count = (method: string, result: SignInResult) =>
      metrics.countSignIn(proves === 'secondFactor' ? 'second_factor' : method, result);
    try {
      const outcome = await work;
      if ('answer' in outcome) count(methodOf(outcome.answer['amr']), 'succeeded');
      else if ('page' in outcome && outcome.status === 401) count(tried, 'refused');
      return outcome;
    } catch (error) {
      if (isIdentityError(error) && error.code === 'RATE_LIMITED') count(tried, 'limited');
      throw error;
    }
  };
  return {
    ...step,
    submit: (view, form) => counted(form['passkey'] ? 'passkey' : 'password', step.submit(view, form)),
    ...(returned ? { returned: (view, query) => counted('provider', returned(view, query)) } : {}),
  };
}

/** The method of the first factor, from its RFC 8176 values. */
function methodOf(amr: unknown): string {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  if (methods.includes('fed')) return 'provider';
  return methods.includes('pwd') ? 'password' : 'passkey';
}
