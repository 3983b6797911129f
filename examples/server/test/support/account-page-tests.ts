import { google, licensing, tenants, users } from '@org/identity-server';
import test from 'ava';
import { openAccount } from './account-pages.js';
import { addUser } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';
import { startUpstream, type Upstream } from './upstream.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  server = await startTestServer({ plugins: [users({ sso: [google(upstream)] }), tenants(), licensing()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

/** The row of a user. */
export const userOf = async (id: string) => server.identity.db.user.findUniqueOrThrow({ where: { id } });
/** The URL of a path of this server. */
export const at = (path: string) => new URL(path, server.issuer);

/** A new user at a page of the account. */
export async function visitor(path = '/account') {
  const { userId, email } = await addUser(server);
  return { userId, email, ...(await openAccount(server.issuer, email, { path })) };
}
