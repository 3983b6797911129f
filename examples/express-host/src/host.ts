import { createIdentityServer, tenants, users } from '@org/identity-server';
import express from 'express';

const { PORT = '3000', ISSUER = `http://localhost:${PORT}` } = process.env;
const identity = await createIdentityServer({
  issuer: ISSUER,
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  secret: process.env['IDENTITY_SECRET'] ?? '',
  plugins: [users(), tenants()],
});

const app = express();
// Before any body parser, because the identity server reads the bodies of its own requests.
app.use(identity.handler());
app.use(express.json());
app.get('/ready', async (_req, res) => {
  await identity.checkReadiness();
  res.json({ status: 'ready' });
});
app.post('/echo', (req, res) => {
  res.json(req.body);
});
const server = app.listen(Number(PORT));

process.once('SIGTERM', () => {
  server.close(() => void identity.close());
});
