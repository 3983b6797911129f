import { enterPassword } from '../support/browser-tests.js';
import { secretOf } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer } from '../support/test-server.js';
import type { StartProvider } from './customer-provider.js';

/** A second server of ours, as the provider of a customer. We are one of its third-party clients. */
export const startOwnServer: StartProvider = async ({ redirectUri, employees }) => {
  // Under another name than the first one: a browser sends cookies to all ports of a host.
  const server = await startTestServer({ hostname: 'localhost' });
  const { db } = server.identity;
  const clientId = 'demo-partner';
  await db.client.update({ where: { id: clientId }, data: { redirectUris: [redirectUri] } });
  for (const { email, name } of Object.values(employees)) {
    const { userId } = await addUser(server, email);
    await db.user.update({ where: { id: userId }, data: { displayName: name } });
  }
  const consented = new Set<string>();
  return {
    issuer: server.issuer,
    clientId,
    clientSecret: secretOf(clientId),
    async signIn(page, { email }) {
      await enterPassword(page, email);
      if (!consented.has(email)) await page.getByRole('button', { name: 'Allow', exact: true }).click();
      consented.add(email);
    },
    stop: () => server.stop(),
  };
};
