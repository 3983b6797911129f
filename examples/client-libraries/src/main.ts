import { createServer, type RequestListener } from 'node:http';
import type { Settings } from './settings.js';

type CreateApp = (settings: Settings) => RequestListener | Promise<RequestListener>;

// The recipes that are servers. The recipe for oidc-client-ts runs in a web page.
const recipes: Record<string, () => Promise<{ createApp: CreateApp }>> = {
  'openid-client': () => import('./openid-client.js'),
  'openid-client-passport': () => import('./openid-client-passport.js'),
  'koa-passport': () => import('./koa-passport.js'),
  'auth-js': () => import('./auth-js.js'),
  'passport-openidconnect': () => import('./passport-openidconnect.js'),
  'express-openid-connect': () => import('./express-openid-connect.js'),
  'badgateway-oauth2-client': () => import('./badgateway-oauth2-client.js'),
  'simple-oauth2': () => import('./simple-oauth2.js'),
  'passport-oauth2': () => import('./passport-oauth2.js'),
  grant: () => import('./grant.js'),
  arctic: () => import('./arctic.js'),
};

const recipe = recipes[process.argv[2] ?? ''];
if (!recipe) {
  console.error(`Pass the name of a recipe: ${Object.keys(recipes).join(', ')}`);
  process.exit(1);
}
// The defaults are those of the demo client of the example server.
const { env } = process;
const origin = `http://localhost:${env['PORT'] ?? '8080'}`;
const { createApp } = await recipe();
const app = await createApp({
  issuer: env['ISSUER'] ?? 'http://localhost:3000',
  origin,
  clientId: env['CLIENT_ID'] ?? 'demo-web',
  clientSecret: env['CLIENT_SECRET'] ?? 'demo-web-secret-change-me-0123456789abcdef',
  sessionSecret: env['SESSION_SECRET'] ?? 'a secret for trying things out, of 32 characters and more',
});
const server = createServer((request, response) => {
  if (!request.url?.startsWith('/logged-out')) return app(request, response);
  response.setHeader('content-type', 'text/html').end('You are signed out. <a href="/">Sign in again</a>');
});
server.listen(Number(new URL(origin).port), () => console.log(`The recipe ${process.argv[2]} is ready at ${origin}`));
