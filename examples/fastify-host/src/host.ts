import middie from '@fastify/middie';
import { createIdentityServer, tenants, users } from '@org/identity-server';
import fastify from 'fastify';

const { PORT = '3000', ISSUER = `http://localhost:${PORT}` } = process.env;
const identity = await createIdentityServer({
  issuer: ISSUER,
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  secret: process.env['IDENTITY_SECRET'] ?? '',
  plugins: [users(), tenants()],
});

const app = fastify();
// Adds app.use(), which runs before Fastify reads a body: the identity server reads the bodies of its own requests.
await app.register(middie);
app.use(identity.handler());
app.get('/ready', async () => {
  await identity.checkReadiness();
  return { status: 'ready' };
});
app.post('/echo', (req) => Promise.resolve(req.body));
app.addHook('onClose', () => identity.close());
await app.listen({ port: Number(PORT) });

process.once('SIGTERM', () => void app.close());
