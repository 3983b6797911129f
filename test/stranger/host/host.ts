import { createServer } from 'node:http';
import { createIdentityServer } from '@org/identity-server';
import Koa from 'koa';
import { plugins } from './plugins.js';

const { PORT = '3000', ISSUER = `http://localhost:${PORT}` } = process.env;
const identity = await createIdentityServer({
  issuer: ISSUER,
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  secret: process.env['IDENTITY_SECRET'] ?? '',
  plugins: plugins(),
});

const app = new Koa();
app.use(identity.middleware());
app.use((ctx) => {
  ctx.body = 'The rest of your site';
});
const server = createServer(app.callback()).listen(PORT);

process.once('SIGTERM', () => {
  server.close(() => void identity.close());
});
