import type { Mail } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import pg from 'pg';
import { demoPassword } from '../../src/demo-data.js';
import { prepareDemoDatabase } from '../support/demo-database.js';
import { identityCommand } from '../support/identity-command.js';
import { crm, pro } from '../support/licensing-api.js';
import { startRestorablePostgres } from '../support/restorable-postgres.js';
import { startServerOn } from '../support/server-on.js';
import { freePort } from '../support/server-process.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

const newPassword = 'violet harbor engine 77';
const acme = '019a0000-0000-7000-8000-0000000000c1';
const grantPath = '/api/integration/licenses/grant';
const revokePath = '/api/integration/licenses/revoke';
const invited = 'new@people.test';

interface Restored {
  lastEventAt: string;
  missingFrom: string;
  missingTo: string;
  ended: { name: string; count: number }[];
  heldMail: { id: string; kind: string }[];
}

/** Mail to `held` waits until the gate is opened. */
class GatedMailbox extends Mailbox {
  #open: () => void = () => {};
  readonly #gate = new Promise<void>((resolve) => (this.#open = resolve));
  readonly waiting: string[] = [];

  constructor(readonly held: string) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    if (mail.to === this.held) {
      this.waiting.push(mail.to);
      await this.#gate;
    }
    await super.send(mail);
  }

  open() {
    this.#open();
  }
}

/** Everything that must be as it was: accounts, tenants, members, seats, subscriptions, clients and events. */
async function stateOf(url: string): Promise<Record<string, unknown>> {
  const connection = new pg.Client(url);
  await connection.connect();
  const tables = [
    'users',
    'tenants',
    'memberships',
    'subscriptions',
    'seats',
    'clients',
    'client_secrets',
    'member_counts',
  ];
  const state: Record<string, unknown> = {};
  for (const table of tables)
    state[table] = (await connection.query(`SELECT to_jsonb(t) AS row FROM identity.${table} t ORDER BY 1`)).rows;
  const events = `SELECT to_jsonb(t) AS row FROM identity.events t WHERE type <> 'platform.restored' ORDER BY id`;
  state['events'] = (await connection.query(events)).rows;
  await connection.end();
  return state;
}

async function requestReset(issuer: string, mailbox: Mailbox, email: string): Promise<string> {
  const browser = new TestBrowser(issuer);
  await browser.submit(await browser.open('/password-reset'), { email });
  // There are other mails, such as the one about the seat.
  const links = () => mailbox.all.flatMap(({ to, text }) => (to === email ? (link.exec(text)?.[0] ?? []) : []));
  return until(async () => links()[0]);
}
const link = /\/password-reset\/[\w-]+/u;

const setPassword = (issuer: string, link: string) =>
  fetch(`${issuer}${link}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password: newPassword }),
  });

test('after a restore to a point in time the state is that of the time, and nothing that was ended works again', async (t) => {
  const postgres = await startRestorablePostgres();
  const port = await freePort();
  const cleanUp: (() => Promise<unknown>)[] = [() => postgres.remove()];
  t.teardown(async () => {
    for (const step of cleanUp.reverse()) await step();
  });
  await prepareDemoDatabase(postgres.url);
  const mailbox = new GatedMailbox('owner@globex.test');
  const first = await startServerOn(postgres.url, { port, mail: mailbox });
  let running = true;
  const stopFirst = async () => {
    if (running) await first.stop();
    running = false;
  };
  cleanUp.push(stopFirst);
  const { issuer, identity } = first;
  await postgres.backUp();

  // Before the moment: sign-ins, a refresh, a seat, an invitation, a reset link, and a mail that is not sent yet.
  const owner = await signIn(issuer, { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  const member = await signIn(issuer, { email: 'member@acme.test', changes: { tenant: 'acme' } });
  const refreshed = await client.refreshTokenGrant(owner.config, owner.tokens.refresh_token ?? '');
  const call = (method: string, path: string, body?: object) =>
    send(issuer, method, path, refreshed.access_token, body);
  const admin = await identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: 'admin@acme.test' } });
  const seat = { applicationId: crm, userId: admin.id };
  t.is((await call('POST', grantPath, { ...seat, licenseTypeId: pro })).status, 201);
  const { body: invitation } = await call('POST', `/api/tenants/${acme}/invitations`, { email: invited });
  const invitationSecret = await mailbox.invitationSecret(invited);
  const resetLink = await requestReset(issuer, mailbox, 'admin@acme.test');
  const browser = new TestBrowser(issuer);
  await browser.submit(await browser.open('/password-reset'), { email: 'owner@globex.test' });
  await identity.db.outgoingMail.findFirstOrThrow({ where: { failedAt: null } });
  const before = await stateOf(postgres.url);
  const lastEvent = await identity.db.event.findFirstOrThrow({ orderBy: { id: 'desc' } });

  const moment = await postgres.now();

  // After the moment, all of it is used, revoked or sent.
  const later = await client.refreshTokenGrant(owner.config, refreshed.refresh_token ?? '');
  const again = await signIn(issuer, { email: 'member@acme.test' });
  t.is((await send(issuer, 'DELETE', '/api/users/me/sessions', again.tokens.access_token)).status, 200);
  t.is((await call('POST', revokePath, seat)).status, 200);
  const accepted = await send(issuer, 'POST', `/api/invitations/${invitationSecret}/accept`, undefined, {
    password: newPassword,
  });
  t.is(accepted.status, 200, JSON.stringify(accepted.body));
  t.true((await setPassword(issuer, resetLink)).ok);
  t.is((await call('PATCH', `/api/tenants/${acme}`, { name: 'Renamed' })).status, 200);
  mailbox.open();
  const { text: heldText } = await mailbox.mailTo('owner@globex.test');
  const heldLink = String(/\/password-reset\/[\w-]+/u.exec(heldText)?.[0]);
  await stopFirst();
  await postgres.lose();

  // The restore.
  const lostAt = new Date();
  const restored = await postgres.restoreTo(moment);
  t.deepEqual(await stateOf(restored.url), before);
  const result = await identityCommand<Restored>(
    restored.url,
    'after-restore',
    '--yes',
    '--until',
    lostAt.toISOString(),
  );
  const verification = await identityCommand<{ sound: boolean }>(restored.url, 'verify');
  t.true(verification.sound);
  t.deepEqual(await stateOf(restored.url), before, 'nothing else has changed');
  t.is(result.lastEventAt, lastEvent.occurredAt.toISOString());
  t.true(Date.parse(result.missingFrom) >= lastEvent.occurredAt.getTime());
  t.true(Date.parse(result.missingFrom) <= moment.getTime());
  t.is(result.missingTo, lostAt.toISOString());
  const ended = Object.fromEntries(result.ended.map(({ name, count }) => [name, count]));
  t.like(ended, { passwordResets: 2, invitationLinks: 1, queuedMails: 1 });
  t.true((ended['sessions'] ?? 0) >= 2);
  t.is(result.heldMail.length, 1);

  // The server starts on it, and nothing that was ended works.
  const newMailbox = new Mailbox();
  const second = await startServerOn(restored.url, { port, mail: newMailbox });
  cleanUp.push(() => second.stop());
  for (const { tokens } of [owner, member, again])
    t.is((await send(issuer, 'GET', '/api/users/me', tokens.access_token)).status, 401);
  t.is((await send(issuer, 'GET', '/api/users/me', later.access_token)).status, 401);
  const refreshTokens = [owner.tokens, refreshed, later, member.tokens, again.tokens];
  for (const { refresh_token: token } of refreshTokens) {
    const refused = await t.throwsAsync<client.ResponseBodyError>(client.refreshTokenGrant(owner.config, token ?? ''));
    t.is(refused?.error, 'invalid_grant');
  }
  const page = await owner.browser.open((await buildRequest(await configure(issuer, 'demo-web'))).url);
  t.is(page.url.origin, issuer, 'the cookie of the session leads to the sign-in page');
  for (const link of [resetLink, heldLink]) {
    t.is((await new TestBrowser(issuer).open(link)).status, 404);
    t.is((await setPassword(issuer, link)).status, 404);
  }
  const dead = await send(issuer, 'POST', `/api/invitations/${invitationSecret}/accept`, undefined, {
    password: newPassword,
  });
  t.is(dead.status, 404);

  // Users sign in with the passwords of that moment, and an admin sends the invitation again.
  const back = await signIn(issuer, { email: 'owner@acme.test', changes: { tenant: 'acme' } });
  await signIn(issuer, { email: 'admin@acme.test', password: demoPassword });
  const resend = `/api/tenants/${acme}/invitations/${String(invitation['id'])}/resend`;
  t.is((await send(issuer, 'POST', resend, back.tokens.access_token)).status, 200);
  const secret = await newMailbox.invitationSecret(invited);
  const member2 = await send(issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, { password: newPassword });
  t.is(member2.status, 200);
  // Sending this mail has also looked for all other mail that is due.
  t.deepEqual(
    newMailbox.all.map(({ to }) => to),
    [invited],
  );
  const held = await second.identity.db.outgoingMail.findMany();
  t.deepEqual(
    held.map(({ id }) => id),
    result.heldMail.map(({ id }) => id),
  );
});
