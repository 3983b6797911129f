import { Done, forbidden, type Route, route, text, userOnly } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { migrate, tenants, users } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import test, { type ExecutionContext } from 'ava';
import { z } from 'zod';
import { type ServerOn, startServerOn } from '../support/server-on.js';
import { freePort } from '../support/server-process.js';
import { call, signIn } from '../support/sign-in.js';

const Note = z.strictObject({ text: text(100, { min: 1 }) });

/** A plugin of a host that brings its table. Its second version adds a column, which the first one does not fill. */
function notes(version: 1 | 2): IdentityPlugin {
  const migrations = [
    {
      name: '0001_notes',
      sql: `CREATE SCHEMA notes;
        CREATE TABLE notes.notes (
          tenant_id uuid NOT NULL,
          user_id uuid NOT NULL,
          text text NOT NULL,
          FOREIGN KEY (tenant_id, user_id) REFERENCES identity.memberships (tenant_id, user_id) ON DELETE CASCADE
        );
        CREATE INDEX notes_member_idx ON notes.notes (tenant_id, user_id)`,
    },
    { name: '0002_length', sql: 'ALTER TABLE notes.notes ADD COLUMN length int' },
  ];
  return {
    name: 'notes',
    declares: { migrations: migrations.slice(0, version) },
    setup: (host) => ({ routes: routes(host, version) }),
  };
}

function routes({ pool }: IdentityPluginHost, version: 1 | 2): Route[] {
  const columns = version === 1 ? '(tenant_id, user_id, text)' : '(tenant_id, user_id, text, length)';
  const values = version === 1 ? '$1, $2, $3' : '$1, $2, $3, length($3)';
  const memberOf = (principal: Parameters<typeof userOnly>[0]) => {
    const { userId, tenant } = userOnly(principal);
    if (!tenant) throw forbidden('Notes belong to a tenant.');
    return { ...userOnly(principal), key: [tenant.id, userId] };
  };
  return [
    route({
      method: 'post',
      path: '/api/notes',
      summary: 'Write a note',
      scope: 'tenants:write',
      guard: memberOf,
      body: Note,
      reply: Done,
      async handle({ principal, body }) {
        await pool.query(`INSERT INTO notes.notes ${columns} VALUES (${values})`, [...principal.key, body.text]);
        return { success: true, message: 'Written.' };
      },
    }),
    route({
      method: 'get',
      path: '/api/notes',
      summary: 'Read the own notes',
      scope: 'tenants:read',
      guard: memberOf,
      reply: z.object({ notes: z.array(z.string()) }),
      async handle({ principal }) {
        const sql = 'SELECT text FROM notes.notes WHERE tenant_id = $1 AND user_id = $2 ORDER BY text';
        const { rows } = await pool.query<{ text: string }>(sql, principal.key);
        return { notes: rows.map((row) => row.text) };
      },
    }),
  ];
}

const pluginsOf = (version: 1 | 2) => [users(), tenants(), notes(version)];

async function demoDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  return database.url;
}

const start = async (databaseUrl: string, version: 1 | 2): Promise<ServerOn> =>
  startServerOn(databaseUrl, { port: await freePort(), mail: new Mailbox(), plugins: pluginsOf(version) });

async function write(issuer: string, note: string): Promise<string[]> {
  const { tokens } = await signIn(issuer, { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify({ text: note }) };
  const { status } = await call(issuer, '/api/notes', tokens.access_token, sent);
  if (status !== 200) throw new Error(`POST /api/notes: ${status}`);
  const { body } = await call(issuer, '/api/notes', tokens.access_token);
  return z.array(z.string()).parse(body['notes']);
}

test('a server whose plugin lacks its tables does not start, and says what to run', async (t) => {
  const databaseUrl = await demoDatabase(t);
  await t.throwsAsync(start(databaseUrl, 1), {
    message: /lacks 1 migration\(s\), from "notes\/0001_notes" on\. Run "identity-server migrate" with the plugins/u,
  });
  t.deepEqual(await migrate({ databaseUrl, plugins: pluginsOf(1) }), ['notes/0001_notes']);
  const server = await start(databaseUrl, 1);
  t.deepEqual(await write(server.issuer, 'first'), ['first']);
  await server.stop();
});

test('two versions of a plugin run side by side on the tables of the newer one, and the older one starts again', async (t) => {
  const databaseUrl = await demoDatabase(t);
  await migrate({ databaseUrl, plugins: pluginsOf(1) });
  const old = await start(databaseUrl, 1);
  t.deepEqual(await write(old.issuer, 'a: before'), ['a: before']);
  await t.throwsAsync(start(databaseUrl, 2), { message: /from "notes\/0002_length" on/u });

  t.deepEqual(await migrate({ databaseUrl, plugins: pluginsOf(2) }), ['notes/0002_length']);
  await t.notThrowsAsync(old.identity.checkReadiness());
  const next = await start(databaseUrl, 2);
  t.deepEqual(await write(old.issuer, 'b: by the old one'), ['a: before', 'b: by the old one']);
  t.is((await write(next.issuer, 'c: by the new one')).length, 3);
  await old.stop();

  const back = await start(databaseUrl, 1);
  t.is((await write(back.issuer, 'd: after going back')).length, 4);
  await t.notThrowsAsync(back.identity.checkReadiness());
  await Promise.all([back.stop(), next.stop()]);
});

test('a deleted tenant takes the rows of the plugin with it', async (t) => {
  const databaseUrl = await demoDatabase(t);
  await migrate({ databaseUrl, plugins: pluginsOf(2) });
  const server = await start(databaseUrl, 2);
  t.teardown(() => server.stop());
  await write(server.issuer, 'gone soon');
  const { db } = server.identity;
  const { id } = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const { tokens } = await signIn(server.issuer, { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  t.is((await call(server.issuer, `/api/tenants/${id}`, tokens.access_token, { method: 'DELETE' })).status, 200);
  t.deepEqual(await db.$queryRaw`SELECT text FROM notes.notes`, []);
});
