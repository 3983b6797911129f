import { users } from '@org/identity-server';
import { allPlugins, startTestServer } from './test-server.js';

/** Every route, page, form and sign-in step of the example server, with all options on. */
export async function allEntryPoints() {
  const [, ...others] = allPlugins();
  const provider = {
    id: 'GOOGLE',
    name: 'Google',
    issuer: 'https://accounts.google.test',
    clientId: 'a',
    clientSecret: 'b',
  };
  const server = await startTestServer({
    plugins: [users({ registration: 'open', emailCodes: true, sso: [provider] }), ...others],
    deviceFlow: true,
  });
  try {
    return server.identity.entryPoints;
  } finally {
    await server.stop();
  }
}
