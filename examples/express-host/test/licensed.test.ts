import type { AddressInfo } from 'node:net';
import { createIdentityClient, createLicenseMirror } from '@org/identity-client';
import { authenticate, identityOf, requireLicense } from '@org/identity-client/node';
import { startEventServer } from '@org/identity-example-server/test/event-tests';
import { crm } from '@org/identity-example-server/test/licensing-api';
import { secretOf } from '@org/identity-example-server/test/sign-in';
import { tokenOf } from '@org/identity-example-server/test/tenant-api';
import test from 'ava';
import express from 'express';

test('an Express app lets in who has the license, with a mirror and with the client', async (t) => {
  const server = await startEventServer();
  t.teardown(() => server.stop());
  const { issuer } = server;
  const credentials = { clientId: 'demo-machine', clientSecret: secretOf('demo-machine') };
  const client = createIdentityClient({ issuer, applicationId: crm });
  const mirror = createLicenseMirror({ issuer, applicationId: crm, credentials, maxStaleSeconds: 300 });
  t.teardown(() => mirror.close());
  await mirror.ready();

  const app = express();
  app.use(authenticate(client));
  app.get('/mirror', requireLicense(mirror, 'reports'), (req, res) => void res.json({ for: identityOf(req).userId }));
  app.get('/client', requireLicense(client, 'reports'), (req, res) => void res.json({ for: identityOf(req).userId }));
  app.get('/lacking', requireLicense(mirror, 'time-travel'), (_req, res) => void res.json({}));
  const listening = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  t.teardown(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const call = async (path: string, token?: string) => {
    const response = await fetch(`${url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    return { status: response.status, ...((await response.json()) as { for?: string; error?: string }) };
  };

  const member = await tokenOf(issuer, 'member@acme.test', 'acme');
  const admin = await tokenOf(issuer, 'admin@acme.test', 'acme');
  const { userId } = await client.verify(member);
  for (const path of ['/mirror', '/client']) {
    t.deepEqual(await call(path, member), { status: 200, for: String(userId) });
    t.like(await call(path, admin), { status: 403, error: 'FORBIDDEN' });
    t.like(await call(path), { status: 401, error: 'UNAUTHORIZED' });
  }
  t.like(await call('/lacking', member), { status: 403, error: 'FORBIDDEN' });
  mirror.close();
  t.like(await call('/mirror', member), { status: 503, error: 'STALE' });
});
