import { ExpressAuth, type ExpressAuthConfig, getSession } from '@auth/express';
import express, { type Express } from 'express';
import type { Settings } from './settings.js';

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const logout = new URL(`${issuer}/api/oauth/logout`);
  logout.search = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: `${origin}/logged-out`,
  }).toString();
  const config: ExpressAuthConfig = {
    secret: sessionSecret,
    trustHost: true,
    providers: [
      {
        // The id is part of the redirect URI: <origin>/auth/callback/identity
        id: 'identity',
        name: 'Identity Server',
        type: 'oidc',
        issuer,
        clientId,
        clientSecret,
        // The default is 'pkce' alone.
        checks: ['pkce', 'state', 'nonce'],
        // Name and email come from userinfo. The ID token is still validated.
        idToken: false,
      },
    ],
    callbacks: {
      // After sign-out the browser may go to the identity server, which ends its own session.
      redirect: ({ url, baseUrl }) => (url === logout.href || url.startsWith(`${baseUrl}/`) ? url : baseUrl),
    },
  };
  const app = express();
  app.use('/auth', ExpressAuth(config));

  app.get('/', async (req, res) => {
    const session = await getSession(req, config);
    if (!session) return res.redirect('/auth/signin');
    res.json(session.user);
  });
  app.get('/sign-out', (_req, res) => {
    res.redirect(`/auth/signout?callbackUrl=${encodeURIComponent(logout.href)}`);
  });
  return app;
}
