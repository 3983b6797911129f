import type { RequestListener } from 'node:http';
import { OAuth2Client as BadgatewayClient } from '@badgateway/oauth2-client';
import { OAuth2Client as ArcticClient, generateState } from 'arctic';
import express from 'express';
import expressOpenidConnect from 'express-openid-connect';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import type { Settings } from '../../src/settings.js';

/**
 * An application that gives a library the URLs of the server, the client and the redirect URI. Everything else is the
 * default of the library, except the scopes if there are some. `/` starts a sign-in; the callback returns the profile.
 */
export type DefaultApp = (settings: Settings, scopes?: string[]) => RequestListener | Promise<RequestListener>;

/** An application that builds the URL of the sign-in, and reads the profile from the URL of the callback. */
function twoRoutes(origin: string, start: () => Promise<string>, finish: (callback: URL) => Promise<unknown>) {
  const app = express();
  app.get('/', async (_req, res) => res.redirect(await start()));
  app.get('/callback', async (req, res) => res.json(await finish(new URL(req.url, origin))));
  return app;
}

/** The profile from the API, for libraries that have no way to read one. */
export async function profileOf(issuer: string, accessToken: string): Promise<unknown> {
  const me = await fetch(`${issuer}/api/users/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  return me.json();
}

export const openidClient: DefaultApp = async ({ issuer, origin, clientId, clientSecret }, scopes) => {
  const execute = [openid.allowInsecureRequests];
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  const request = { redirect_uri: `${origin}/callback`, ...(scopes && { scope: scopes.join(' ') }) };
  return twoRoutes(
    origin,
    async () => openid.buildAuthorizationUrl(config, request).href,
    async (callback) => {
      const tokens = await openid.authorizationCodeGrant(config, callback);
      return openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    },
  );
};

export const oidcClientTs: DefaultApp = ({ issuer, origin, clientId, clientSecret }, scopes) => {
  // In a page, the store is the one of the browser.
  const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
  const urls = { authority: issuer, redirect_uri: `${origin}/callback` };
  const client = new OidcClient({ ...urls, client_id: clientId, client_secret: clientSecret, stateStore });
  return twoRoutes(
    origin,
    async () => (await client.createSigninRequest(scopes ? { scope: scopes.join(' ') } : {})).url,
    async (callback) => (await client.processSigninResponse(callback.href)).profile,
  );
};

export const badgateway: DefaultApp = ({ issuer, origin, clientId, clientSecret }, scopes) => {
  const discoveryEndpoint = `${issuer}/.well-known/openid-configuration`;
  const client = new BadgatewayClient({ discoveryEndpoint, clientId, clientSecret });
  const redirectUri = `${origin}/callback`;
  return twoRoutes(
    origin,
    () => client.authorizationCode.getAuthorizeUri({ redirectUri, ...(scopes && { scope: scopes }) }),
    async (callback) => {
      const { accessToken } = await client.authorizationCode.getTokenFromCodeRedirect(callback, { redirectUri });
      return profileOf(issuer, accessToken);
    },
  );
};

export const simpleOauth2: DefaultApp = ({ issuer, origin, clientId, clientSecret }, scopes) => {
  const auth = { tokenHost: issuer, authorizePath: '/oauth/authorize', tokenPath: '/api/oauth/token' };
  const client = new AuthorizationCode({ client: { id: clientId, secret: clientSecret }, auth });
  const redirect_uri = `${origin}/callback`;
  return twoRoutes(
    origin,
    async () => client.authorizeURL({ redirect_uri, ...(scopes && { scope: scopes }) }),
    async (callback) => {
      const { token } = await client.getToken({ code: callback.searchParams.get('code') ?? '', redirect_uri });
      return profileOf(issuer, String(token['access_token']));
    },
  );
};

export const arctic: DefaultApp = ({ issuer, origin, clientId, clientSecret }, scopes) => {
  const client = new ArcticClient(clientId, clientSecret, `${origin}/callback`);
  return twoRoutes(
    origin,
    async () => client.createAuthorizationURL(`${issuer}/oauth/authorize`, generateState(), scopes ?? []).href,
    async (callback) => {
      const code = callback.searchParams.get('code') ?? '';
      const tokens = await client.validateAuthorizationCode(`${issuer}/api/oauth/token`, code, null);
      return profileOf(issuer, tokens.accessToken());
    },
  );
};

export const expressOpenid: DefaultApp = ({ issuer, origin, clientId, clientSecret, sessionSecret }, scopes) => {
  const app = express();
  const settings = { issuerBaseURL: issuer, baseURL: origin, clientID: clientId, clientSecret, secret: sessionSecret };
  const authorization = scopes && { authorizationParams: { scope: scopes.join(' ') } };
  // It warns that its default, form_post, may not work over http.
  const { warn } = console;
  console.warn = () => undefined;
  app.use(expressOpenidConnect.auth({ ...settings, ...authorization }));
  console.warn = warn;
  app.get('/', (req, res) => res.json(req.oidc.user));
  return app;
};
