import type { CallerSource } from '@org/identity-core';
import test from 'ava';
import { checkCallers } from '../src/check-callers.js';

/** A kind that a plugin of a host brings. This package knows none. */
const source = (kind: string, credentials: Pick<CallerSource, 'bearer' | 'cookie'>): CallerSource => ({
  kind: kind as never,
  authenticate: () => Promise.resolve(undefined),
  ...credentials,
});
const check = (...callers: CallerSource[]) =>
  checkCallers(callers.map((each, index) => ({ name: ['one', 'two'][index] ?? '', callers: [each] })));

test('callers with different kinds, prefixes and cookies can be told apart', (t) => {
  t.notThrows(() =>
    check(source('keys', { bearer: 'acme_' }), source('guests', { bearer: 'acme2_', cookie: 'guest' })),
  );
});

for (const [what, other] of [
  ['kind', source('keys', { bearer: 'other_' })],
  ['prefix', source('others', { bearer: 'acme_' })],
  ['cookie', source('others', { bearer: 'other_', cookie: 'guest' })],
] as const)
  test(`two plugins that bring callers with the same ${what} are refused with a message that names both`, (t) => {
    const both = /The plugins "one" and "two" both bring callers/u;
    t.throws(() => check(source('keys', { bearer: 'acme_', cookie: 'guest' }), other), { message: both });
  });

test('callers need credentials, and a kind that the server does not have itself', (t) => {
  t.throws(() => check(source('keys', {})), { message: /"keys" of the plugin "one" have neither a bearer token nor/u });
  for (const kind of ['user', 'machine'])
    t.throws(() => check(source(kind, { bearer: 'acme_' })), { message: /that the server has itself/u });
});

for (const bearer of ['', 'ey', 'acme', 'ac.me_', 'ac me_', 'Acme_', 'acme_key_', '_'])
  test(`a prefix of tokens is a word with an underscore: "${bearer}" is none`, (t) => {
    t.throws(() => check(source('keys', { bearer })), { message: /need a prefix such as "acme_"/u });
  });
