import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { checkDeclarations } from '../src/check-declarations.js';

const neverLoaded = () => Promise.reject(new Error('not loaded here'));

const declarations: [string, IdentityPlugin['declares'], RegExp][] = [
  ['an event type', { events: { 'plan.chosen': { en: 'Plan chosen' } } }, /the event type "plan.chosen"/u],
  ['a sentence', { sentences: { en: { 'plan.chosen': () => 'Chosen' } } }, /the event type "plan.chosen"/u],
  ['an error code', { errors: { PLAN_IN_USE: 409 } }, /the error code "PLAN_IN_USE"/u],
  ['a scope', { scopes: { 'plans:read': {} } }, /the scope "plans:read"/u],
  ['a service', { services: ['plans'] }, /the service "plans"/u],
  ['a path', { paths: ['/plans'] }, /the path "\/plans"/u],
  ['a command', { commands: { 'plans list': { summary: 'List', load: neverLoaded } } }, /the command "plans list"/u],
  ['a setting', { settings: { PLANS: 'The plans' } }, /the setting "PLANS"/u],
  ['a sealed column', { sealed: [{ table: 'a.b', id: 'id', column: 'c', purpose: 'c:' }] }, /column "a.b.c"/u],
  ['a check', { checks: { checks: [{ name: 'sound', rule: '', advice: '', find: neverLoaded }] } }, /"sound"/u],
  ['a step after a restore', { restoreSteps: [{ name: 'plans', ends: '', end: neverLoaded }] }, /restore "plans"/u],
];
for (const [what, declares, message] of declarations) {
  test(`${what} that two plugins declare is refused with a message that names both`, (t) => {
    const plugins = ['one', 'two'].map((name) => ({ name, ...(declares && { declares }) }));
    const both = new RegExp(`"one" and "two" both declare .*${message.source}`, 'u');
    t.throws(() => checkDeclarations(plugins), { message: both });
  });
}

for (const [part, message] of [
  ['routes', /The part "routes" of the plugin "old" belongs into "setup"\./u],
  ['close', /The part "close" of the plugin "old" belongs into "setup"\./u],
  ['sealed', /The part "sealed" of the plugin "old" belongs into "declares"\./u],
  ['restoreSteps', /The part "restoreSteps" of the plugin "old" belongs into "declares"\./u],
  ['eventFeed', /The part "eventFeed" of the plugin "old" is a service:/u],
  ['recordsSignIns', /The part "recordsSignIns" of the plugin "old" is the service "signInRecords"\./u],
] as const) {
  test(`a plugin of an earlier version is refused with a message that names the part: ${part}`, (t) => {
    const old = { name: 'old', [part]: () => [] };
    t.throws(() => checkDeclarations([old]), { message });
  });
}
