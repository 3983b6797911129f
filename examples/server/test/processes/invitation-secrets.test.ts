import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { freePort, startProcess } from '../support/server-process.js';
import { signIn } from '../support/sign-in.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { accept, api, broken, invited, lines, password, server } from '../support/tenant-threat-tests.js';
import { startTestServer, testSecret } from '../support/test-server.js';

test('the secret of an invitation is in no answer of the API', async (t) => {
  const { secret, path, token, tenant, created, id, email } = await invited();
  const responses = [
    created,
    await accept(secret, { password: 'short' }),
    await accept(secret, { password, role: 'owner' }),
    await accept(secret, 'not an object'),
    await api('GET', `/api/invitations/${secret}/accept`, token),
    await api('POST', `/api/invitations/${secret}/unknown`, token),
    await api('POST', `/api/invitations/${secret}`, token),
    await accept(secret, {}, token),
    await api('POST', `${path}/${id}/resend`, token),
    await accept(secret),
  ];
  const fresh = await server.mailbox.invitationSecret(email, 2);
  responses.push(await accept(fresh), await accept(fresh));
  for (const status of ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED']) {
    responses.push(await api('GET', `${path}?status=${status}`, token));
  }
  for (const rest of ['', '/members', '/events'])
    responses.push(await api('GET', `/api/tenants/${tenant.id}${rest}`, token));
  for (const { status, body, headers } of responses) {
    const text = JSON.stringify([body, Object.fromEntries(headers)]);
    t.true(status < 500);
    for (const value of [secret, fresh]) t.false(text.includes(value), text);
    for (const value of [secret, fresh]) t.false(text.includes(createHash('sha256').update(value).digest('hex')), text);
  }
});

test('every page behind a mailed link forbids the Referer, storing and foreign content, whatever it answers', async (t) => {
  const alive = await invited();
  const expired = await invited();
  await server.identity.db.invitation.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
  const signedIn = await signIn(server.issuer, { email: 'super@example.test' });
  const stranger = await signedIn.browser.open(`/invitations/${alive.secret}`);
  const browser = new TestBrowser(server.issuer);
  const form = await browser.open(`/invitations/${alive.secret}`);
  const pages = [
    stranger,
    form,
    await browser.submit(form, { displayName: 'N', password: 'short' }),
    await browser.submit(form, { displayName: '', password }),
    await browser.submit(form, { displayName: 'Nora', password }),
    await browser.open(`/invitations/${alive.secret}`),
    await browser.open(`/invitations/${expired.secret}`),
  ];
  t.deepEqual(
    pages.map(({ status }) => status),
    [200, 200, 422, 422, 200, 404, 410],
  );
  for (const { headers, html, status } of pages) {
    t.is(headers.get('referrer-policy'), 'no-referrer', String(status));
    t.regex(headers.get('cache-control') ?? '', /no-store/u, String(status));
    t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'/u, String(status));
    for (const [, url] of html.matchAll(/(?:href|src|action)="([^"]*)"/gu)) {
      const { protocol, origin } = new URL(String(url), server.issuer);
      t.true(protocol === 'data:' || origin === server.issuer, url);
    }
  }
  const leaving = await signedIn.browser.request(
    'POST',
    new URL(`/invitations/${alive.secret}/sign-out`, server.issuer),
  );
  t.is(leaving.headers.get('referrer-policy'), 'no-referrer');
});

test('the secret of an invitation is in no log line, whatever happens to it', async (t) => {
  const { secret, path, token, id, email } = await invited();
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(`/invitations/${secret}`);
  await browser.submit(page, { displayName: 'N', password: 'short' });
  await accept(secret, { password: 'short' });
  await api('POST', `${path}/${id}/resend`, token);
  const fresh = await server.mailbox.invitationSecret(email, 2);
  await accept(secret);
  await accept(fresh);
  for (const value of [secret, fresh]) t.false(lines.some((line) => line.includes(value)));
});

test('the secret of an invitation is in no log line when accepting it fails by a fault of the server', async (t) => {
  const { secret, tenant } = await invited();
  broken.add(tenant.id);
  t.is((await accept(secret)).status, 500);
  const browser = new TestBrowser(server.issuer);
  const failed = await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nora', password });
  t.is(failed.status, 500);
  t.true(
    lines.some((line) => line.includes('broken plugin')),
    'the fault itself is logged',
  );
  t.deepEqual(
    lines.filter((line) => line.includes(secret)).map((line) => line.replaceAll(secret, '<the secret>').slice(0, 300)),
    [],
  );
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id } }), 1, 'and nothing has happened');
});

test('the secret of an invitation is not in what the server prints at its most talkative', async (t) => {
  const { id: tenantId } = await freshTenant(server);
  const port = await freePort();
  const printing = await startProcess({
    DATABASE_URL: server.databaseUrl,
    IDENTITY_SECRET: testSecret,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'trace',
    ISSUER: `http://127.0.0.1:${port}`,
    PORT: String(port),
  });
  const secret = randomBytes(32).toString('base64url');
  const email = `${randomUUID()}@people.test`;
  await server.identity.db.invitation.create({
    data: {
      tenantId,
      email,
      normalizedEmail: email,
      secretHash: Uint8Array.from(createHash('sha256').update(secret).digest()),
      expiresInDays: 7,
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  const browser = new TestBrowser(printing.url);
  const page = await browser.open(`/invitations/${secret}`);
  t.is((await browser.submit(page, { displayName: 'N', password: 'short' })).status, 422);
  t.is((await send(printing.url, 'POST', `/api/invitations/${secret}/accept`, undefined, { password })).status, 200);
  t.is((await browser.open(`/invitations/${secret}`)).status, 404);
  await printing.end('SIGTERM');
  t.false(printing.output().includes(secret), printing.output().replaceAll(secret, '<the secret>').slice(-1_000));
});

test('a mail that cannot be sent is logged without its secret', async (t) => {
  const noted: string[] = [];
  const note = (fields: object, message: string) => void noted.push(`${message} ${inspect(fields, { depth: 8 })}`);
  const tried: string[] = [];
  const failing = await startTestServer({
    logger: { debug: note, info: note, warn: note, error: note },
    mail: {
      send: ({ text }) => {
        tried.push(text);
        return Promise.reject(new Error('550 mailbox unavailable'));
      },
    },
  });
  try {
    const { id, owner } = await freshTenant(failing);
    const token = await tokenOf(failing.issuer, owner.email);
    const invitation = { email: 'nobody@people.test' };
    t.is((await send(failing.issuer, 'POST', `/api/tenants/${id}/invitations`, token, invitation)).status, 201);
    // The row shows when the attempt has ended.
    while ((await failing.identity.db.outgoingMail.count({ where: { lastError: { not: null } } })) === 0);
    const [text = ''] = tried;
    const secret = /\/invitations\/([\w-]+)/u.exec(text)?.[1] ?? '';
    t.not(secret, '');
    t.false(noted.some((line) => line.includes(secret)));
    const rows = await failing.identity.db.$queryRaw`SELECT row_to_json(m)::text FROM identity.outgoing_mails m`;
    t.false(JSON.stringify(rows).includes(secret));
  } finally {
    await failing.stop();
  }
});
