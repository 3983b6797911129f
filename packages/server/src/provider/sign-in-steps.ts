import type { SignInStep } from '@org/identity-core';

/** The prompt of oidc-provider for a sign-in. Its result has the same key. */
export const loginPrompt = 'login';

/** Keys that oidc-provider reads from a result, and values of `prompt` with a special meaning. */
const reserved = new Set(['consent', 'create', 'error', 'error_description', loginPrompt, 'none', 'select_account']);

/** Returns the steps in the order in which a sign-in passes them. Throws if they contradict each other. */
export function orderSteps(ofPlugins: readonly SignInStep[], own: readonly SignInStep[]): readonly SignInStep[] {
  for (const { name, proves } of ofPlugins) {
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
