import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** Calls the API. */
export const api = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);
export const password = 'correct horse battery staple';
/** Returns an email without an account. */
export const newEmail = () => `${randomUUID()}@people.test`;

/** An invitation to a new tenant, with the secret from its mail. */
export async function invited(options: { role?: string; email?: string; expiresInDays?: number } = {}) {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const email = options.email ?? newEmail();
  const { expiresInDays, role } = options;
  const created = await api('POST', `/api/tenants/${tenant.id}/invitations`, token, {
    email,
    ...(role ? { role } : {}),
    ...(expiresInDays ? { expiresInDays } : {}),
  });
  const id = String(created.body['id']);
  const secret = await server.mailbox.invitationSecret(email);
  return { tenant, token, email, created, id, secret, path: `/api/tenants/${tenant.id}/invitations` };
}

/** Makes an invitation expire. */
export const expire = async (id: string) =>
  server.identity.db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
