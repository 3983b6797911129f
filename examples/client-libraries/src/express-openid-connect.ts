import express, { type Express } from 'express';
import openid from 'express-openid-connect';
import type { Settings } from './settings.js';

// The package is a CommonJS module, so named imports do not work in an ES module.
const { auth, requiresAuth } = openid;

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const app = express();
  app.use(
    auth({
      issuerBaseURL: issuer,
      baseURL: origin,
      clientID: clientId,
      clientSecret,
      secret: sessionSecret,
      authRequired: false,
      // By default there is only an ID token, sent by form post, and no access token.
      authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
      // /logout also ends the session at the identity server.
      idpLogout: true,
      routes: { postLogoutRedirect: '/logged-out' },
      enableTelemetry: false,
    }),
  );

  app.get('/', requiresAuth(), async (req, res) => {
    const token = req.oidc.accessToken;
    try {
      if (token && token.expires_in < 60) await token.refresh();
    } catch {
      // The refresh fails if the user has signed out elsewhere: then the user signs in again.
      return res.oidc.login();
    }
    // req.oidc.user has the claims of the ID token; name and email come from userinfo.
    res.json(await req.oidc.fetchUserInfo());
  });
  return app;
}
