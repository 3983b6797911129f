import type { SignInStep } from '@org/identity-core';
import test from 'ava';
import { orderSteps, stepOfPrompt } from '../../src/provider/sign-in-steps.js';

const never = () => Promise.reject(new Error('not asked here'));
const step = (name: string, order: number, more: Partial<SignInStep> = {}): SignInStep => ({
  name,
  order,
  isNeeded: never,
  show: never,
  submit: never,
  ...more,
});
const namesOf = (steps: readonly SignInStep[]) => steps.map(({ name }) => name);
const consent = step('consent', 900);

test('steps come in the order of their numbers, whichever plugin they are of', (t) => {
  const login = step('login', 100, { proves: 'user' });
  const steps = orderSteps([step('terms', 500), step('tenant', 300), login, step('survey', 950)], [consent]);
  t.deepEqual(namesOf(steps), ['login', 'tenant', 'terms', 'consent', 'survey']);
  t.deepEqual(namesOf(orderSteps([step('one', 500), step('two', 500)], [])), ['one', 'two']);
});

test('the prompt of a sign-in stops at the step that proves the user, whatever its name; others by their name', (t) => {
  const steps = [step('badge', 100, { proves: 'user' }), step('terms', 500)];
  t.is(stepOfPrompt(steps, 'login')?.name, 'badge');
  t.is(stepOfPrompt(steps, 'terms')?.name, 'terms');
  t.is(stepOfPrompt(steps, 'badge'), undefined);
  t.is(stepOfPrompt(steps, 'dance'), undefined);
});

for (const [title, steps, message] of [
  ['two of one name', [step('terms', 1), step('terms', 2)], /Two sign-in steps are called "terms"/u],
  [
    'two that prove the user',
    [step('login', 1, { proves: 'user' }), step('badge', 2, { proves: 'user' })],
    /More than one sign-in step proves the user: "login", "badge"/u,
  ],
  ...[
    'none',
    'login',
    'consent',
    'select_account',
    'create',
    'error',
    'error_description',
    'Terms',
    '',
    'a b',
    '__proto__',
  ].map((name) => [`the name "${name}"`, [step(name, 1)], /needs another name/u] as const),
] as const) {
  test(`steps that contradict each other or the protocol are refused: ${title}`, (t) => {
    t.throws(() => orderSteps(steps, [consent]), { message });
  });
}
