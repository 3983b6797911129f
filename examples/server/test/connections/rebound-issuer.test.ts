import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connections } from '@org/identity-connections';
import { tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { logLines } from '../support/log-lines.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { lookUpAt } from '../support/test-lookup.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// Public by its range, but IANA has given it to nobody: a request to it reaches no one.
const unused = '2d00::1';

const { logger, lines } = logLines();
let server: TestServer;
let dns: DnsServer;
let endLookUp: (() => void) | undefined;
/** A server of the private network. It counts who reaches it. */
const inner = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
let reached = 0;
test.before(async () => {
  dns = await startDnsServer();
  endLookUp = lookUpAt(dns.server, 'rebound.test');
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const plugins = [users(), tenants(), connections()];
  server = await startTestServer({ logger, plugins, allowPrivateNetworks: false });
});
test.after.always(async () => {
  endLookUp?.();
  inner.close();
  await server?.stop();
  await dns?.stop();
});

let count = 0;

/** A connection whose issuer has the IPs of each look-up in turn. `visit` begins a test of it, `enter` a sign-in. */
async function connectionTo(...rounds: string[][]) {
  count += 1;
  const name = `login${count}.rebound.test`;
  const domain = `corp${count}.test`;
  dns.hosts.set(name, rounds);
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  const data = { tenantId: tenant.id, domain, status: 'VERIFIED', proof: 'proof' } as const;
  const { id: domainId } = await db.domain.create({ data });
  const { browser, tokens } = await signIn(server.issuer, { email: tenant.owner.email });
  const call = (method: string, path: string, body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenant.id}/connections${path}`, tokens.access_token, body);
  const { body } = await call('POST', '', {
    kind: 'OIDC',
    name: 'Corp Login',
    issuer: `https://${name}:${(inner.address() as AddressInfo).port}`,
    clientId: 'identity-server',
    clientSecret: 'a secret of the provider',
    domains: [domainId],
  });
  const id = String(body['id']);
  const codes = () => lines.filter((line) => line.includes(id)).map((line) => /"code":"([^"]+)"/u.exec(line)?.[1]);
  return {
    /** How often the name was looked up. */
    lookUps: () => dns.asked.filter((asked) => asked === name).length / 2,
    /** The codes of the failures so far. */
    codes,
    async visit() {
      // A failure is remembered for each version of the settings.
      const changes = { clientId: `client-${codes().length}`, clientSecret: 'a secret of the provider' };
      await call('PATCH', `/${id}`, changes);
      return browser.open(String((await call('POST', `/${id}/test`)).body['url']));
    },
    async enter() {
      await db.connection.update({ where: { id }, data: { status: 'ACTIVE', version: { increment: 1 } } });
      await db.connectionDomain.updateMany({ where: { connectionId: id }, data: { active: true } });
      const visitor = new TestBrowser(server.issuer);
      const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
      return visitor.submit(await visitor.open(url), { email: `ada@${domain}` });
    },
  };
}

for (const inside of ['127.0.0.1', '10.0.0.1', '::1'])
  test(`an issuer whose DNS answer changes to ${inside} is never reached`, async (t) => {
    const { visit, enter, codes, lookUps } = await connectionTo([unused], [inside]);
    // The only look-up decides and connects. With a second one, this request would already go inside.
    t.is((await visit()).status, 503);
    t.is(reached, 0);
    t.is(lookUps(), 1);
    t.not(codes()[0], 'private_network');

    const page = await visit();
    t.is(page.status, 503);
    t.regex(page.html, /unreachable/u);
    t.notRegex(page.html, /private_network/u);
    t.is((await enter()).status, 503);
    t.deepEqual(codes().slice(1), ['private_network', 'private_network']);
    t.is(reached, 0);
  });

test('an issuer with a public and an inner IP at once is never reached', async (t) => {
  const { visit, codes } = await connectionTo([unused, '127.0.0.1']);
  t.is((await visit()).status, 503);
  t.deepEqual(codes(), ['private_network']);
  t.is(reached, 0);
});
