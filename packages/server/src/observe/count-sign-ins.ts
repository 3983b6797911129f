import { isIdentityError, type SignInStep, type StepOutcome } from '@org/identity-core';
import type { Metrics, SignInResult } from './metrics.js';

/** The very same step, whose ends are counted: somebody got in, was refused, or came too often. */
export function countSignIns(step: SignInStep, metrics: Pick<Metrics, 'countSignIn'>): SignInStep {
  if (step.name !== 'login' && step.name !== 'mfa') return step;
  const { returned } = step;
  const counted = async (tried: string, work: Promise<StepOutcome>) => {
    const count = (method: string, result: SignInResult) =>
      metrics.countSignIn(step.name === 'mfa' ? 'second_factor' : method, result);
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

/** RFC 8176's word for the first thing that was shown. */
function methodOf(amr: unknown): string {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  if (methods.includes('fed')) return 'provider';
  return methods.includes('pwd') ? 'password' : 'passkey';
}
