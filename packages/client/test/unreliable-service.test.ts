import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createIdentityClient, type IdentityClientOptions } from '../src/index.js';

const license = { hasLicense: true, licenseType: 'pro', licenseTypeName: 'Pro', features: ['a'], reason: 'LICENSED' };
const servers: Server[] = [];
test.after.always(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A client of a server that behaves as given; counts the requests. */
async function clientOf(respond: (count: number) => RequestListener, options: Partial<IdentityClientOptions> = {}) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    respond(count)(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createIdentityClient({ issuer, applicationId: 'app', ...options }), issuer, requests: () => count };
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const breakOff: RequestListener = (request) => request.socket.destroy();
const down: RequestListener = (_request, response) => response.writeHead(503).end('<h1>down</h1>');
const user = { accessToken: 'token', userId: 'user' };

test('a check is sent again while the service breaks off or is down', async (t) => {
  const { client, requests } = await clientOf((count) => [breakOff, down][count - 1] ?? json(200, license));
  t.true((await client.check(user)).hasLicense);
  t.is(requests(), 3);
});

test('it is given up after as many tries as told', async (t) => {
  const { client, requests } = await clientOf(() => breakOff, { retries: 1 });
  await t.throwsAsync(client.check(user), { code: 'UNREACHABLE' });
  t.is(requests(), 2);
  await t.throwsAsync(client.check(user), { code: 'UNREACHABLE' });
  t.is(requests(), 4, 'a failure is not kept');
});

test('a grant and a revocation are sent once, whatever becomes of them', async (t) => {
  const { client, requests } = await clientOf(() => down);
  await t.throwsAsync(client.grant({ ...user, licenseTypeId: 'pro' }), { code: 'UNEXPECTED_ANSWER' });
  await t.throwsAsync(client.revoke(user), { code: 'UNEXPECTED_ANSWER' });
  t.is(requests(), 2);
});

test('what the service refuses is not asked again', async (t) => {
  const refusal = { error: 'RATE_LIMITED', message: 'Later.', requestId: 'r' };
  const { client, requests } = await clientOf(() => (_request, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end(JSON.stringify(refusal));
  });
  await t.throwsAsync(client.check(user), { code: 'RATE_LIMITED' });
  const error = await client.check(user).catch((caught: { retryAfterSeconds: number }) => caught);
  t.is('retryAfterSeconds' in error ? error.retryAfterSeconds : undefined, 7);
  t.is(requests(), 2);
});

test('a service that never answers is waited for no longer than told', async (t) => {
  const { client } = await clientOf(() => () => {}, { timeoutMilliseconds: 50, retries: 0 });
  await t.throwsAsync(client.check(user), { code: 'TIMEOUT' });
});

test('an answer that is none decides nothing', async (t) => {
  for (const body of [{}, [], { ...license, hasLicense: 'yes' }, 'yes', null]) {
    const { client } = await clientOf(() => json(200, body));
    await t.throwsAsync(client.check(user), { code: 'UNEXPECTED_ANSWER' });
  }
});

test('a token is not taken along to another address', async (t) => {
  const elsewhere = await clientOf(() => json(200, license));
  const { client } = await clientOf(
    () => (_request, response) => response.writeHead(307, { location: elsewhere.issuer }).end(),
    { retries: 0 },
  );
  await t.throwsAsync(client.check(user), { code: 'UNREACHABLE' });
  t.is(elsewhere.requests(), 0);
});

test('many who ask the same at once are answered by one question', async (t) => {
  const { client, requests } = await clientOf(() => json(200, license));
  await Promise.all(Array.from({ length: 20 }, () => client.hasFeature('a', user)));
  t.is(requests(), 1);
  await client.check({ ...user, accessToken: 'another' });
  await client.check({ ...user, userId: 'another' });
  await client.check({ ...user, applicationId: 'another' });
  t.is(requests(), 4);
});

test('an issuer that is no plain address, and times below zero, are refused at once', (t) => {
  t.throws(() => createIdentityClient({ issuer: 'https://id.example.test/' }), { message: /issuer/u });
  t.throws(() => createIdentityClient({ issuer: 'id.example.test' }), { message: /issuer/u });
  t.throws(() => createIdentityClient({ issuer: 'https://id.example.test', cacheSeconds: -1 }), {
    message: /cacheSeconds/u,
  });
});
