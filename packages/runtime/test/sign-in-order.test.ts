import { readFileSync } from 'node:fs';
import type { SignInMethod } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { tenants } from '@org/identity-tenants';
import { google, users } from '@org/identity-users';
import test from 'ava';
import { composePlugins } from '../src/compose-plugins.js';
import { consentStep } from '../src/interactions/consent-step.js';
import { orderSteps } from '../src/provider/sign-in-steps.js';
import { db, host, pool } from './support/composition-host.js';

test('the steps and their order are those that the documentation names', (t) => {
  const provider = google({ issuer: 'https://sso.test', clientId: 'x', clientSecret: 'y' });
  const { steps } = composePlugins([tenants(), users({ sso: [provider] })], host);
  const nothing = { findLinks: () => Promise.resolve({}), findOrigin: () => Promise.resolve(undefined) };
  const consent = consentStep({ db, pool, events: host.events, tenants: undefined, ...nothing });
  const page = readFileSync(new URL('../../../../docs/plugins/sign-in.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/\| `(\w+)` +\| (\d+) +\|/gu)].map(([, name, order]) => `${name} ${order}`);
  t.deepEqual(
    orderSteps(steps, [consent]).map(({ name, order }) => `${name} ${order}`),
    documented,
  );
});

test('the sign-in methods and their order are those that the documentation names', (t) => {
  let methods: readonly SignInMethod[] = [];
  const watcher: IdentityPlugin = {
    name: 'watcher',
    setup: ({ signInMethods }) => ({
      start: () => {
        methods = signInMethods();
      },
    }),
  };
  composePlugins([watcher, users({ emailCodes: true }), tenants()], host).start();
  const page = readFileSync(new URL('../../../../docs/plugins/sign-in.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `\w+\(\)` +\| (\d+) +\| (.+?) +\|$/gmu)];
  const documented = rows.map(([, name, order, fields]) => `${name} ${order} ${fields?.replaceAll(/[`']/gu, '')}`);
  t.deepEqual(
    documented.filter((row) => !row.startsWith('connection ')),
    methods.map(({ name, order, fields }) => `${name} ${order} ${fields.join(', ')}`),
  );
  t.is(documented.length, 5);
});
