import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { IdentityServerOptions } from '@org/identity-server';
import { licensing, tenants, users } from '@org/identity-server';
import test from 'ava';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;

/** Everything that was logged, on every level. */
export const lines: string[] = [];
const keep = (fields: object, message: string) => void lines.push(`${message} ${inspect(fields, { depth: 8 })}`);
const logger: NonNullable<IdentityServerOptions['logger']> = { debug: keep, info: keep, warn: keep, error: keep };

/** Accepting an invitation to one of these tenants fails, as if a plugin of the host had a bug. */
export const broken = new Set<string>();

test.before(async () => {
  const breaking = {
    name: 'breaking',
    setup: () => ({
      subscribers: [
        {
          on: 'invitation.accepted' as const,
          handle: (_: unknown, { tenantId }: { tenantId: string | null }) =>
            broken.has(tenantId ?? '') ? Promise.reject(new Error('broken plugin')) : Promise.resolve(),
        },
      ],
    }),
  };
  server = await startTestServer({ logger, plugins: [users(), tenants(), licensing(), breaking] });
});
test.after.always(() => server?.stop());

export const password = 'correct horse battery staple';
/** Calls the API. */
export const api = (method: string, path: string, token?: string, body?: unknown) =>
  send(server.issuer, method, path, token, body);

/** An invitation to a new tenant, with the secret from its mail. */
export async function invited(options: { email?: string; role?: string; mails?: number } = {}) {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const { email = `${randomUUID()}@people.test`, role = 'member', mails = 1 } = options;
  const path = `/api/tenants/${tenant.id}/invitations`;
  const created = await api('POST', path, token, { email, role });
  const secret = await server.mailbox.invitationSecret(email, mails);
  return { tenant, token, email, path, created, id: String(created.body['id']), secret };
}
/** Accepts an invitation. */
export const accept = (secret: string, body: unknown = { password }, token?: string) =>
  api('POST', `/api/invitations/${secret}/accept`, token, body);
