import { uuidV7 } from '@org/identity-prisma';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import type { ExecutionContext } from 'ava';
import { machineToken } from './licensing-api.js';
import { type ServerOn, startServerOn } from './server-on.js';
import { call } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';
import { withClient } from './with-client.js';

/** A server with the plugin for events. */
export function startEventServer(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  return startTestServer({ plugins: [users(), tenants(), licensing(), webhooks()], ...options });
}

/** The same on an existing database, on a fixed port, so that it can be started again. */
export function startEventServerOn(databaseUrl: string, port: number): Promise<ServerOn> {
  return startServerOn(databaseUrl, {
    port,
    mail: new Mailbox(),
    plugins: [users(), tenants(), licensing(), webhooks()],
  });
}

/** The token of a new machine that may read events. */
export const eventMachine = (server: TestServer, tenantId: string | null) =>
  machineToken(server, tenantId, ['events:read']);

const insert = `INSERT INTO identity.events (id, type, tenant_id, actor_kind, subject_id, data)
  VALUES ($1, 'tenant.updated', $2, 'system', $3, '{}')`;

/** Writes an event of a tenant in a transaction of its own. Returns its id. */
export async function writeEvent(
  { databaseUrl }: TestServer,
  tenantId: string | null,
  subjectId = '',
): Promise<string> {
  const id = uuidV7();
  await withClient(databaseUrl, (client) => client.query(insert, [id, tenantId, subjectId]));
  return id;
}

/**
 * Writes an event and commits it when `commit` is called, or at the end of the test: an open transaction holds back all readers,
 * also those of other tests.
 */
export async function holdEvent(t: ExecutionContext, { databaseUrl }: TestServer, tenantId: string | null) {
  const id = uuidV7();
  let commit = () => {};
  const released = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(insert, [id, tenantId, '']);
    written();
    await released;
    await client.query('COMMIT');
  });
  const end = () => {
    commit();
    return done;
  };
  t.teardown(end);
  await Promise.race([isWritten, done]);
  return { id, commit: end };
}

/** Asks for the events of a tenant after a given one. */
export function follow(
  { issuer }: TestServer,
  tenantId: string,
  token: string,
  query: { after: string; wait?: number; limit?: number },
) {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return call(issuer, `/api/tenants/${tenantId}/events?${parameters.join('&')}`, token);
}
