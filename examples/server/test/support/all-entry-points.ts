import { users } from '@org/identity-server';
import { allPlugins, startTestServer } from './test-server.js';

/** A provider of the deployment. Nothing listens at its URL. */
const google = {
  id: 'GOOGLE',
  name: 'Google',
  issuer: 'https://accounts.google.test',
  clientId: 'a',
  clientSecret: 'b',
} as const;

/** The options with which a server has every route, page, form and sign-in step. */
export function everyOption(settings: { dnsServers?: string[] } = {}) {
  const [, ...others] = allPlugins(settings);
  return {
    plugins: [users({ registration: 'open', emailCodes: true, sso: [google] }), ...others],
    deviceFlow: true,
  };
}

/** Every route, page, form and sign-in step of the example server, with all options on. */
export async function allEntryPoints() {
  const server = await startTestServer(everyOption());
  try {
    return server.identity.entryPoints;
  } finally {
    await server.stop();
  }
}
