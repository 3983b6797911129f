import type { Area, Console } from '@org/identity-core';
import test from 'ava';
import { checkConsoles } from '../../src/areas/check-consoles.js';

const console = (changes: Partial<Pick<Console, 'path' | 'groups'>> & { place?: string }): Console => ({
  path: '/partner',
  texts: { en: { name: 'Partners' } },
  open: () => Promise.resolve({ notFound: true }),
  ...changes,
  // This package knows none but its own.
  place: (changes.place ?? 'partner') as never,
});
const area = (group?: string): Area => ({
  place: 'partner' as never,
  path: 'orders',
  texts: { en: { name: 'Orders', title: 'Orders' } },
  ...(group === undefined ? {} : { group }),
  draw: () => Promise.resolve(null),
});

test('two plugins that bring one console, or one at the same path, are refused with a message that names both', (t) => {
  const both = /The plugins "one" and "two" both bring the console/u;
  for (const other of [{ path: '/other' }, { place: 'other' }]) {
    const plugins = [console({}), console(other)].map((each, index) => ({
      name: ['one', 'two'][index] ?? '',
      consoles: [each],
      areas: [],
    }));
    t.throws(() => checkConsoles(plugins), { message: both });
  }
});

test('an area can only be in a group that its console has', (t) => {
  const check = (groups: string[] | undefined, group?: string) => () =>
    checkConsoles([
      { name: 'one', consoles: [console(groups ? { groups } : {})], areas: [] },
      { name: 'two', consoles: [], areas: [area(group)] },
    ]);
  t.notThrows(check(['sales'], 'sales'));
  t.notThrows(check(undefined));
  t.throws(check(['sales'], 'people'), {
    message: /The area "orders" of the plugin "two" is in the group "people"\. The console "partner" has: sales\./u,
  });
  t.throws(check(undefined, 'people'), { message: /The console "partner" has: \./u });
});

test('an area of a console that the server does not have is left out, whatever its group', (t) => {
  t.notThrows(() => checkConsoles([{ name: 'one', consoles: [], areas: [area('people')] }]));
});
