import middie from '@fastify/middie';
import { createIdentityClient, createLicenseMirror } from '@org/identity-client';
import { authenticate, checkRequest, identityOf, requireLicense } from '@org/identity-client/node';
import { startEventServer } from '@org/identity-example-server/test/event-tests';
import { crm } from '@org/identity-example-server/test/licensing-api';
import { secretOf } from '@org/identity-example-server/test/sign-in';
import { tokenOf } from '@org/identity-example-server/test/tenant-api';
import test from 'ava';
import fastify from 'fastify';

test('a Fastify app lets in who has the license, by a hook and by middleware', async (t) => {
  const server = await startEventServer();
  t.teardown(() => server.stop());
  const { issuer } = server;
  const credentials = { clientId: 'demo-machine', clientSecret: secretOf('demo-machine') };
  const client = createIdentityClient({ issuer, applicationId: crm });
  const mirror = createLicenseMirror({ issuer, applicationId: crm, credentials, maxStaleSeconds: 300 });
  t.teardown(() => mirror.close());
  await mirror.ready();

  const app = fastify();
  t.teardown(() => app.close());
  await app.register(middie);
  app.use('/middleware', authenticate(client));
  app.use('/middleware', requireLicense(mirror, 'reports'));
  app.get('/middleware', async (request) => ({ for: identityOf(request.raw).userId }));
  app.get(
    '/hook',
    {
      preHandler: async (request, reply) => {
        const { refusal } = await checkRequest(request, { client, licenses: mirror, feature: 'reports' });
        if (refusal) return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
        return undefined;
      },
    },
    async () => ({ for: 'a caller' }),
  );

  const call = async (path: string, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await app.inject({ url: path, headers });
    return { status: response.statusCode, ...(response.json() as { for?: string; error?: string }) };
  };
  const member = await tokenOf(issuer, 'member@acme.test', 'acme');
  const admin = await tokenOf(issuer, 'admin@acme.test', 'acme');
  const { userId } = await client.verify(member);
  t.deepEqual(await call('/middleware', member), { status: 200, for: String(userId) });
  t.is((await call('/hook', member)).status, 200);
  for (const path of ['/middleware', '/hook']) {
    t.like(await call(path, admin), { status: 403, error: 'FORBIDDEN' });
    t.like(await call(path), { status: 401, error: 'UNAUTHORIZED' });
  }
  mirror.close();
  for (const path of ['/middleware', '/hook']) t.like(await call(path, member), { status: 503, error: 'STALE' });
});
