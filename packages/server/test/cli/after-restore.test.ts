import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createIdentityServer, endAfterRestore, users } from '../../src/index.js';
import { environmentOf, openCliDatabase } from '../support/cli-database.js';
import { fillRevived, revivedCounts } from '../support/revived-data.js';
import { type CommandOutcome, command, commandProcess } from '../support/run-command.js';
import { keySecret } from '../support/stored-keys.js';

interface Result {
  dryRun: boolean;
  repeated: boolean;
  lastEventAt: string | null;
  missingFrom: string | null;
  missingTo: string;
  ended: { name: string; count: number }[];
  heldMail: { id: string; kind: string }[];
  keys?: { kid: string; removed: string[] };
  erased?: { closed: string[]; unknown: string[]; refused: { userId: string; reason: string }[] };
  error?: string;
}

const resultOf = ({ printed }: CommandOutcome) => JSON.parse(printed) as Result;
const countsOf = ({ ended }: Result) => Object.fromEntries(ended.map(({ name, count }) => [name, count]));
const dataOf = (event: { data: unknown } | undefined) => (event?.data ?? {}) as Record<string, string>;
const nextMinute = () => new Date(Date.now() + 60_000);

/** A database that came from a backup, with sessions, links and a mail that the backup revived. */
async function restoredDatabase(t: ExecutionContext) {
  const database = await openCliDatabase();
  t.teardown(database.close);
  const { db } = database;
  await fillRevived(db);
  await db.event.create({ data: { type: 'profile.updated', actorKind: 'user' } });
  const environment = environmentOf(database);
  return {
    db,
    url: database.url,
    environment,
    // The connections of the test itself have the name of a server.
    afterRestore: async (options = '--yes') => {
      const outcome = await command(`after-restore --force --json ${options}`, { environment });
      return { ...outcome, result: resultOf(outcome) };
    },
    restoredEvents: () => db.event.findMany({ where: { type: 'platform.restored' }, orderBy: { id: 'asc' } }),
  };
}

test('a dry run says what would end, and changes nothing', async (t) => {
  const { db, afterRestore, restoredEvents } = await restoredDatabase(t);
  const { code, result } = await afterRestore('--dry-run');
  t.is(code, 0);
  t.true(result.dryRun);
  t.like(countsOf(result), revivedCounts);
  t.is(await db.oidcSession.count(), 2);
  t.is(await db.passwordReset.count(), 1);
  t.is(await db.outgoingMail.count({ where: { failedAt: null } }), 1);
  t.deepEqual(await restoredEvents(), []);
});

test('without --yes and without a terminal nothing ends', async (t) => {
  const { db, environment } = await restoredDatabase(t);
  const { code, errors } = await command('after-restore --force', { environment });
  t.is(code, 1);
  t.regex(errors, /give --yes/u);
  t.is(await db.oidcSession.count(), 2);
});

test('sessions, tokens, links and queued mail end; what they belong to stays', async (t) => {
  const { db, afterRestore, restoredEvents } = await restoredDatabase(t);
  const { occurredAt: lastEventAt } = await db.event.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const invitation = await db.invitation.findFirstOrThrow();
  const { code, result } = await afterRestore();
  t.is(code, 0);
  t.false(result.repeated);
  t.like(countsOf(result), revivedCounts);
  const left = [db.oidcSession, db.oidcGrant, db.oidcToken, db.oidcRecord, db.refreshAnswer, db.passwordReset];
  const links = [
    db.secondFactorLink,
    db.emailChange,
    db.emailVerification,
    db.registration,
    db.ssoAttempt,
    db.accountKeep,
  ];
  // Each model has its own type of `count`.
  const rows = await Promise.all([...left, ...links].map((model) => (model as { count(): Promise<number> }).count()));
  t.deepEqual(
    rows,
    rows.map(() => 0),
  );
  const kept = await db.invitation.findUniqueOrThrow({ where: { id: invitation.id } });
  t.like(kept, { status: 'PENDING', expiresAt: invitation.expiresAt });
  t.is(kept.secretHash.length, 16, 'no hash of a link has this length');
  const [mail] = await db.outgoingMail.findMany();
  t.truthy(mail?.failedAt);
  t.deepEqual(
    result.heldMail.map(({ id, kind }) => ({ id, kind })),
    [{ id: mail?.id, kind: 'invitation' }],
  );
  const [totp] = await db.totp.findMany();
  t.is(totp?.lastUsedStep, BigInt(Math.floor(Date.parse(result.missingTo) / 30_000) + 1));
  t.is(await db.logoutNotice.count(), 2, 'the notice that was queued, and that of the session that was open');
  t.is(result.lastEventAt, lastEventAt.toISOString());
  const [event] = await restoredEvents();
  t.like(event, { tenantId: null, actorKind: 'system', actorId: 'cli' });
  const { lastEventAt: _, missingFrom, missingTo, ...counts } = dataOf(event);
  t.deepEqual([missingFrom, missingTo], [result.missingFrom, result.missingTo]);
  t.deepEqual<object, object>(counts, countsOf(result));
});

test('a second run changes nothing, and names the same missing time', async (t) => {
  const { environment, afterRestore, restoredEvents } = await restoredDatabase(t);
  await afterRestore();
  const [event] = await restoredEvents();
  const { code, result } = await afterRestore();
  t.is(code, 0);
  t.true(result.repeated);
  t.deepEqual([...new Set(Object.values(countsOf(result)))], [0]);
  t.is((await restoredEvents()).length, 1);
  const { missingFrom, missingTo, lastEventAt } = dataOf(event);
  t.like(result, { missingFrom, missingTo, lastEventAt });
  const { printed } = await commandProcess('after-restore --force --yes', { environment });
  t.regex(printed, /Nothing was changed: this was already done/u);
  t.regex(printed, /What is left to do by hand/u);
});

test('commands of the operator since then do not count as a new restore, but a sign-in does', async (t) => {
  const { db, environment, afterRestore, restoredEvents } = await restoredDatabase(t);
  await afterRestore();
  const { code } = await command('users disable ann@people.test', { environment });
  t.is(code, 0);
  t.true((await afterRestore()).result.repeated);
  await command('users enable ann@people.test', { environment });
  await db.oidcSession.create({
    data: { uid: randomUUID(), payload: {}, createdAt: new Date(), expiresAt: nextMinute() },
  });
  const { result } = await afterRestore();
  t.false(result.repeated);
  t.is(countsOf(result)['sessions'], 1);
  t.is((await restoredEvents()).length, 2);
});

test('the missing time begins at the last sign of life and ends at --until', async (t) => {
  const { db, afterRestore } = await restoredDatabase(t);
  const from = new Date(Date.now() - 1_000);
  await db.oidcSession.create({
    data: { uid: randomUUID(), payload: {}, lastActiveAt: from, expiresAt: nextMinute() },
  });
  const before = await afterRestore('--yes --until 2020-01-01T00:00:00Z');
  t.is(before.code, 1);
  t.regex(before.result.error ?? '', /--until: the database has changes from .*, which is later/u);
  for (const until of ['tomorrow', '2199-01-01']) t.is((await afterRestore(`--yes --until ${until}`)).code, 1);
  const until = new Date().toISOString();
  const { result } = await afterRestore(`--yes --until ${until}`);
  t.is(result.missingTo, until);
  t.true(Date.parse(result.missingFrom ?? '') >= from.getTime());
});

test('--replace-keys replaces every signing key', async (t) => {
  const { db, afterRestore } = await restoredDatabase(t);
  const before = await db.signingKey.findMany();
  const { code, result } = await afterRestore('--yes --replace-keys');
  t.is(code, 0);
  t.deepEqual(result.keys?.removed.sort(), before.map(({ kid }) => kid).sort());
  const [key, ...others] = await db.signingKey.findMany();
  t.is(key?.kid, result.keys?.kid);
  t.deepEqual(others, []);
});

test('--erased closes accounts again, except the only owner of a tenant', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'identity-erased-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const { db, afterRestore } = await restoredDatabase(t);
  const owner = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'ann@people.test' } });
  const member = await db.user.create({ data: { email: 'bob@people.test', normalizedEmail: 'bob@people.test' } });
  const tenant = await db.tenant.findFirstOrThrow();
  await db.membership.create({ data: { tenantId: tenant.id, userId: member.id } });
  const nobody = randomUUID();
  const file = join(folder, 'erased');
  await writeFile(file, `# erased since the backup\n${member.id.toUpperCase()}\n\n${nobody}\n${owner.id}\n`);
  const { code, result } = await afterRestore(`--yes --erased ${file}`);
  t.is(code, 0);
  const { closed, unknown, refused } = result.erased ?? { closed: [], unknown: [], refused: [] };
  t.deepEqual({ closed, unknown }, { closed: [member.id], unknown: [nobody] });
  t.deepEqual(refused, [{ userId: owner.id, reason: 'TENANT_OWNER' }]);
  const row = await db.user.findUniqueOrThrow({ where: { id: member.id }, include: { memberships: true } });
  t.true(row.eraseAt !== null && row.eraseAt.getTime() <= Date.now());
  t.is(row.memberships[0]?.status, 'SUSPENDED');
  const again = await afterRestore(`--yes --erased ${file}`);
  t.deepEqual(again.result.erased?.unknown.sort(), [member.id, nobody].sort());
  await writeFile(file, 'ann@people.test\n');
  const wrong = await afterRestore(`--yes --erased ${file}`);
  t.is(wrong.code, 1);
  t.regex(wrong.result.error ?? '', /"ann@people.test" is not a user id/u);
});

test('a plugin of a host ends its own things in the same transaction', async (t) => {
  const { db, url: databaseUrl } = await restoredDatabase(t);
  const plugins = [users()];
  const failing = { name: 'fails', ends: 'nothing', end: () => Promise.reject(new Error('not today')) };
  const withStep = (step: typeof failing) => [...plugins, { name: 'plans', declares: { restoreSteps: [step] } }];
  await t.throwsAsync(endAfterRestore({ databaseUrl, plugins: withStep(failing), force: true }), {
    message: 'not today',
  });
  t.is(await db.oidcSession.count(), 2, 'everything was rolled back');
  const plans = { name: 'plans', ends: 'trial plans', end: () => Promise.resolve(3) };
  const { ended } = await endAfterRestore({
    databaseUrl,
    plugins: [...plugins, { name: 'p', declares: { restoreSteps: [plans] } }],
    force: true,
  });
  t.is(ended.at(-1)?.count, 3);
  const twice = { ...plans, name: 'sessions' };
  await t.throwsAsync(
    endAfterRestore({ databaseUrl, plugins: [{ name: 'p', declares: { restoreSteps: [twice] } }], force: true }),
    {
      message: /Two steps after a restore are called "sessions"/u,
    },
  );
});

test('the connections of a server have its name, so the command finds them', async (t) => {
  const { url, environment } = await restoredDatabase(t);
  const identity = await createIdentityServer({
    issuer: 'http://localhost:3000',
    databaseUrl: url,
    secret: keySecret,
    plugins: [users()],
  });
  t.teardown(() => identity.close());
  await identity.db.user.count();
  const { code, errors } = await command('after-restore --yes', { environment });
  t.is(code, 1);
  t.regex(errors, /identity-server \(/u);
});
