import type { ConnectionKind } from '@org/identity-core';
import test from 'ava';
import { z } from 'zod';
import { joinKinds } from '../src/connection-kinds.js';

/** A form of which only the entries are known: no page is drawn here. */
const formWith = (id: string) =>
  ({ entries: () => [{ id, label: id, note: '' }] }) as unknown as ConnectionKind['form'];

const kindOf = (changes: Partial<ConnectionKind> = {}): ConnectionKind => ({
  kind: 'PAPER',
  request: { provider: { paper: z.string() }, options: {} },
  reply: { provider: {}, options: {} },
  words: {},
  secrets: [],
  tested: [],
  store: () => ({ issuer: 'urn:paper', settings: {} }),
  show: () => ({}),
  connect: () => Promise.reject(new Error('not connected here')),
  returns: { method: 'get', path: 'paper', stateField: 'state' },
  pages: [],
  facts: () => [],
  form: formWith('paper'),
  ...changes,
});

test('two plugins that claim one kind of connections, or something of it, are named', (t) => {
  const other = {
    kind: 'STONE',
    request: { provider: { stone: z.string() }, options: {} },
    returns: { method: 'get', path: 'stone', stateField: 'state' },
    form: formWith('stone'),
  } as const;
  const same = kindOf();
  const join = (changes: Partial<ConnectionKind>) =>
    joinKinds([
      { name: 'mills', kinds: [same] },
      { name: 'quarries', kinds: [kindOf({ ...other, ...changes })] },
    ]);
  t.deepEqual(
    join({}).map(({ kind }) => kind),
    ['PAPER', 'STONE'],
  );
  for (const [changes, claim] of [
    [{ kind: same.kind }, 'the kind of connections "PAPER"'],
    [{ request: same.request }, 'the field "paper" of connections'],
    [{ returns: same.returns }, 'the page "paper" of connections'],
    [{ form: same.form }, 'the entry "paper" of connections'],
  ] as const)
    t.throws(() => join(changes), { message: `The plugins "mills" and "quarries" both have ${claim}.` });
});
