import type { DeclaredClientField, SeedSection } from '@org/identity-core';
import { licensing } from '@org/identity-licensing';
import type { IdentityPlugin, Transaction } from '@org/identity-prisma';
import { tenants } from '@org/identity-tenants';
import { openTestDatabase } from '@org/identity-testing';
import { users } from '@org/identity-users';
import test from 'ava';
import { z } from 'zod';
import { describePlan, type SeedData, seed } from '../../src/index.js';

const Shelf = z.strictObject({ name: z.string().max(20), owner: z.string().max(100), books: z.int().default(0) });
type Shelf = z.output<typeof Shelf>;

declare module '@org/identity-core' {
  interface SeedSections {
    shelves: z.input<typeof Shelf>[];
  }
  interface SeedApplicationFields {
    motto: string;
  }
  interface PluginClientFields {
    shelf: string;
  }
}

/** The shelves and mottos that a plugin of a host stores; here in memory, by the transaction's database. */
function library() {
  const stored = new Map<string, Shelf & { ownerId: string }>();
  const mottos = new Map<string, string>();
  const prepared: number[] = [];
  const shelves: SeedSection<Transaction, Shelf, number> = {
    kind: 'shelf',
    entry: () => Shelf,
    nameOf: ({ name }) => name,
    after: ['users'],
    prepare: async (entries) => prepared.push(entries.length),
    async write(_tx, entries, written) {
      for (const shelf of entries) stored.set(shelf.name, { ...shelf, ownerId: written.idOf('users', shelf.owner) });
      return new Map();
    },
    read: async (_tx, entries) =>
      entries.flatMap(({ name }) => {
        const found = stored.get(name);
        return found ? [{ kind: 'shelf', name, fields: { books: found.books } }] : [];
      }),
    left: async (_tx, entries) => [...stored.keys()].filter((name) => !entries.some((entry) => entry.name === name)),
  };
  const field: DeclaredClientField = {
    kind: 'text',
    browser: z.string().max(20).default('fiction'),
    option: { help: 'The shelf it reads from', value: 'shelf' },
    words: { en: { label: 'Shelf', problem: 'Enter at most 20 characters.' } },
  };
  const plugin: IdentityPlugin = {
    name: 'library',
    declares: {
      clientFields: { shelf: field },
      seed: {
        sections: { shelves },
        fields: {
          applications: {
            motto: {
              kind: 'motto',
              schema: () => z.string().max(50).optional(),
              async write(_tx, id, value) {
                if (typeof value === 'string') mottos.set(id, value);
                return new Map();
              },
              read: async () => [],
            },
          },
        },
      },
    },
  };
  return { stored, mottos, prepared, plugins: [users(), tenants(), licensing(), plugin] };
}

const data = {
  applications: [{ name: 'CRM', motto: 'Fast' }],
  users: [{ email: 'ann@acme.test', password: 'correct horse battery' }],
  shelves: [{ name: 'poems', owner: 'Ann@ACME.test', books: 3 }],
  clients: [
    { id: 'reader', name: 'Reader', type: 'SPA', redirectUris: ['https://app.example/callback'], shelf: 'poems' },
    { id: 'other', name: 'Other', type: 'SPA', redirectUris: ['https://app.example/callback'] },
  ],
} satisfies SeedData;

test('a plugin brings a section of the seed, a field of another section and a field of clients', async (t) => {
  const { url, db } = await openTestDatabase(t);
  const { stored, mottos, prepared, plugins } = library();
  await seed({ databaseUrl: url, data, plugins });
  const { id } = await db.user.findFirstOrThrow();
  t.deepEqual([...stored.values()], [{ name: 'poems', owner: 'Ann@ACME.test', books: 3, ownerId: id }]);
  t.deepEqual([...mottos], [[(await db.application.findFirstOrThrow()).id, 'Fast']]);
  t.deepEqual(prepared, [1]);
  const clients = await db.client.findMany({ select: { id: true, pluginFields: true }, orderBy: { id: 'asc' } });
  t.deepEqual(clients, [
    { id: 'other', pluginFields: { shelf: 'fiction' } },
    { id: 'reader', pluginFields: { shelf: 'poems' } },
  ]);
});

test('the plan of a seed has what a plugin has declared', async (t) => {
  const { url } = await openTestDatabase(t);
  const { stored, plugins } = library();
  await seed({ databaseUrl: url, data, plugins });
  stored.set('prose', { name: 'prose', owner: '', books: 1, ownerId: '' });
  const clients = data.clients.map((client) => (client.id === 'reader' ? { ...client, shelf: 'plays' } : client));
  const plan = await seed({ databaseUrl: url, data: { ...data, clients }, plugins, rehearse: true });
  t.deepEqual(describePlan(plan), [
    '~ client reader: shelf "poems" → "plays"',
    '= 4 unchanged',
    '! shelf prose is not in the seed and stays',
  ]);
});

test('a wrong entry, an unknown section and an entry that is not listed are refused', async (t) => {
  const { url, db } = await openTestDatabase(t);
  const { plugins } = library();
  const refused = async (changed: object, message: RegExp, of: readonly IdentityPlugin[] = plugins) => {
    await t.throwsAsync(seed({ databaseUrl: url, data: { ...data, ...changed }, plugins: of }), { message });
    t.is(await db.user.count(), 0);
  };
  await refused({ shelves: [{ name: 'poems' }] }, /shelves "poems": owner/u);
  await refused({ shelves: [{ name: 'poems', owner: 'eve@acme.test' }] }, /refers to the user "eve@acme\.test", but/u);
  await refused({ desks: [] }, /"desks"/u);
  await refused({}, /"shelves"/u, [users(), tenants(), licensing()]);
  const [reader] = data.clients;
  await refused({ clients: [{ ...reader, shelf: 'x'.repeat(21) }] }, /clients "reader": shelf/u);
  await refused({ clients: [{ ...reader, desk: 'x' }] }, /"desk"/u);
});

test('two plugins cannot have one section, and sections that refer to each other are refused', async (t) => {
  const { url } = await openTestDatabase(t);
  const { plugins } = library();
  const { seed: again } = plugins[3]?.declares ?? {};
  const other = { name: 'other', declares: again ? { seed: again } : {} };
  const twice = seed({ databaseUrl: url, data: {}, plugins: [...plugins, other] });
  await t.throwsAsync(twice, { message: /"library" and "other" both declare the section of the seed "shelves"/u });
  const section = (after: string): SeedSection<Transaction> => ({
    kind: 'loop',
    after: [after],
    entry: () => z.string(),
    nameOf: String,
    write: async () => new Map(),
    read: async () => [],
  });
  const loop = { name: 'loop', declares: { seed: { sections: { one: section('two'), two: section('one') } } } };
  await t.throwsAsync(seed({ databaseUrl: url, data: {}, plugins: [loop] }), { message: /refer to each other/u });
});
