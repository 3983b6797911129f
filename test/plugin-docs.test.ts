import { createTestDatabase } from '@org/identity-dev-postgres';
import { createIdentityServer, users } from '@org/identity-server';
import test from 'ava';

interface Member {
  readonly name: string;
  readonly text?: string;
}
const root = new URL('../../', import.meta.url);
const docs = (await import(new URL('scripts/plugin-docs.mjs', root).href)) as {
  hostMembers(): Member[];
  partNames(): string[];
  written(): { host: Member[]; parts: string[] };
};

test('docs/plugins/parts.md says of everything that a host offers what its type says: else run "npm run plugin-docs"', (t) => {
  const { host } = docs.written();
  t.deepEqual(host, docs.hostMembers());
  t.true(host.length > 10);
  t.deepEqual(
    host.filter(({ text }) => !text),
    [],
  );
});

test('docs/plugins/parts.md names every part that a plugin can have, and no other', (t) => {
  t.deepEqual(docs.written().parts.toSorted(), docs.partNames().toSorted());
});

test('a plugin is given what the types say, and nothing else', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  let given: string[] = [];
  const identity = await createIdentityServer({
    issuer: 'http://localhost:3000',
    databaseUrl: url,
    secret: 'a secret for tests only, of more than 32 characters',
    plugins: [
      users(),
      {
        name: 'curious',
        setup: (host) => {
          given = Object.keys(host);
          return {};
        },
      },
    ],
  });
  t.teardown(() => identity.close());
  t.deepEqual(
    given.toSorted(),
    docs
      .hostMembers()
      .map(({ name }) => name)
      .toSorted(),
  );
});
