import { ExpressAuth, getSession } from '@auth/express';
import express, { type Express } from 'express';
import session from 'express-session';
import grantPackage from 'grant';
import Koa from 'koa';
import koaPassportPackage from 'koa-passport';
import koaSession from 'koa-session';
import * as openid from 'openid-client';
import { Strategy as OpenidClientStrategy } from 'openid-client/passport';
import passport from 'passport';
import { Strategy as OAuth2Strategy, type VerifyCallback } from 'passport-oauth2';
import * as openidconnect from 'passport-openidconnect';
import type { Settings } from '../../src/settings.js';
import { type DefaultApp, profileOf } from './default-apps.js';

const sessions = (secret: string) => session({ secret, resave: false, saveUninitialized: false });

/** An Express application with one Passport strategy. */
function withPassport({ sessionSecret }: Settings, strategy: Parameters<typeof passport.use>[1]): Express {
  const app = express();
  app.use(sessions(sessionSecret));
  const authenticate = new passport.Passport().use('identity', strategy).authenticate('identity', { session: false });
  app.get('/', authenticate);
  app.get('/callback', authenticate, (req, res) => res.json(req.user));
  return app;
}

async function openidClientStrategy({ issuer, origin, clientId, clientSecret }: Settings, scopes?: string[]) {
  const execute = [openid.allowInsecureRequests];
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  const options = { config, callbackURL: `${origin}/callback`, ...(scopes && { scope: scopes.join(' ') }) };
  return new OpenidClientStrategy(options, async (tokens, done) => {
    const { name = '', email } = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    done(null, { name, email });
  });
}

export const openidClientPassport: DefaultApp = async (settings, scopes) =>
  withPassport(settings, await openidClientStrategy(settings, scopes));

export const koaPassport: DefaultApp = async (settings, scopes) => {
  const koaPassports = new koaPassportPackage.KoaPassport();
  koaPassports.use('identity', await openidClientStrategy(settings, scopes));
  const app = new Koa();
  app.keys = [settings.sessionSecret];
  app.use(koaSession(app));
  app.use(koaPassports.initialize());
  app.use(koaPassports.authenticate('identity', { session: false }));
  app.use((ctx) => {
    ctx.body = ctx.state['user'];
  });
  return app.callback();
};

export const passportOauth2: DefaultApp = (settings, scopes) => {
  const { issuer, origin, clientId, clientSecret } = settings;
  const urls = { authorizationURL: `${issuer}/oauth/authorize`, tokenURL: `${issuer}/api/oauth/token` };
  const strategy = new OAuth2Strategy(
    { ...urls, clientID: clientId, clientSecret, callbackURL: `${origin}/callback`, ...(scopes && { scope: scopes }) },
    async (accessToken: string, _refreshToken: string, _profile: object, done: VerifyCallback) =>
      done(null, (await profileOf(issuer, accessToken)) as Express.User),
  );
  return withPassport(settings, strategy);
};

export const passportOpenidconnect: DefaultApp = (settings, scopes) => {
  const { issuer, origin, clientId, clientSecret } = settings;
  const urls = {
    authorizationURL: `${issuer}/oauth/authorize`,
    tokenURL: `${issuer}/api/oauth/token`,
    userInfoURL: `${issuer}/api/oauth/userinfo`,
  };
  const strategy = new openidconnect.Strategy(
    {
      issuer,
      ...urls,
      clientID: clientId,
      clientSecret,
      callbackURL: `${origin}/callback`,
      ...(scopes && { scope: scopes }),
    },
    (_issuer: string, profile: openidconnect.Profile, done: openidconnect.VerifyCallback) =>
      done(null, { name: profile.displayName, email: profile.emails?.[0]?.value }),
  );
  return withPassport(settings, strategy);
};

export const grant: DefaultApp = ({ issuer, origin, clientId, clientSecret, sessionSecret }, scopes) => {
  const urls = {
    authorize_url: `${issuer}/oauth/authorize`,
    access_url: `${issuer}/api/oauth/token`,
    profile_url: `${issuer}/api/oauth/userinfo`,
  };
  const client = { oauth: 2, client_id: clientId, client_secret: clientSecret, ...(scopes && { scope: scopes }) };
  const app = express();
  app.use(sessions(sessionSecret));
  app.get('/', (_req, res) => res.redirect('/connect/identity'));
  const identity = { ...urls, ...client, callback: '/done', response: ['profile'] };
  app.use(grantPackage.default.express({ defaults: { origin, transport: 'session' }, identity }));
  app.get('/done', (req, res) => res.json(req.session.grant?.response?.profile ?? req.session.grant?.response));
  return app;
};

export const authJs: DefaultApp = ({ issuer, clientId, clientSecret, sessionSecret }, scopes) => {
  const client = {
    issuer,
    clientId,
    clientSecret,
    ...(scopes && { authorization: { params: { scope: scopes.join(' ') } } }),
  };
  const provider = { id: 'identity', name: 'Identity', type: 'oidc' as const, ...client };
  const config = { secret: sessionSecret, trustHost: true, providers: [provider] };
  const app = express();
  app.use('/auth', ExpressAuth(config));
  app.get('/', async (req, res) => {
    const found = await getSession(req, config);
    if (!found) return res.redirect('/auth/signin');
    res.json(found.user);
  });
  return app;
};
