import { Events, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { client, type StartProvider } from './customer-provider.js';

/** The npm package oauth2-mock-server. It has no pages of its own, and signs everybody in as the expected user. */
export const startMockProvider: StartProvider = async () => {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const issuer = `http://127.0.0.1:${provider.address().port}`;
  provider.issuer.url = issuer;
  let claims = {};
  provider.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => Object.assign(payload, claims));
  return {
    issuer,
    ...client,
    expect({ login, name, email }) {
      claims = { sub: login, name, email };
    },
    signIn: async () => undefined,
    stop: () => provider.stop(),
  };
};
