import { createHash } from 'node:crypto';
import { createIdentityServer } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import test from 'ava';
import { makeGerman } from '../support/console-seats.js';
import { longTimeouts } from '../support/demo-database.js';
import { requestScene } from '../support/license-requests.js';
import { crm, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { allSent, passMinutes, withMergeJob } from '../support/merged-mails.js';
import { addMember, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

let server: TestServer;
const { plugins, runMergeJob } = withMergeJob();
test.before(async () => {
  // Smaller than the defaults, so that a few requests reach them.
  server = await startTestServer({ limits: { mail: { recipientPerHour: 3, senderPerHour: 12 } }, plugins });
});
test.after.always(() => server?.stop());

async function mailsTo({ email }: { email: string }, mailbox = server.mailbox) {
  await allSent(server.identity);
  return mailbox.all.filter(({ to }) => to === email);
}
const subjectsTo = async (to: { email: string }) => (await mailsTo(to)).map(({ subject }) => subject);

/** A tenant whose owner grants and revokes the license of a member. */
async function scene(quantity = 1) {
  const found = await requestScene(server, quantity);
  const { tenant, grant, revoke } = found;
  const member = await addMember(server, tenant.id, 'member');
  return {
    ...found,
    person: member,
    /** Changes the license of the member so many times: granted, removed, granted … */
    async flap({ userId }: Member, changes: number) {
      for (let index = 0; index < changes; index += 1)
        await (index % 2 === 0 ? grant(userId, pro) : revoke(userId)).then(({ status, body }) => {
          if (status >= 300) throw new Error(JSON.stringify(body));
        });
    },
    async later(minutes = 61) {
      await passMinutes(server.identity, tenant.id, minutes);
      await runMergeJob();
    },
  };
}

const granted = 'You have a license for CRM';
const removed = 'Your license for CRM was removed';

test('of 40 rounds of grant and revoke, three changes are mailed at once here, and 77 in one mail an hour later', async (t) => {
  const { person, flap, later } = await scene();
  await flap(person, 80);
  t.deepEqual(await subjectsTo(person), [granted, removed, granted]);
  await later(59);
  t.is((await mailsTo(person)).length, 3, 'not before the hour is over');
  await later(2);
  const [, , , merged, ...more] = await mailsTo(person);
  t.deepEqual(more, []);
  t.is(merged?.subject, '77 changes to your licenses');
  const lines = merged?.text.split('\n').filter((line) => line.startsWith('- ')) ?? [];
  t.is(lines.length, 11);
  t.is(lines[0], '- Your license for CRM (Pro) was removed.');
  t.is(lines[1], '- You have a license for CRM: Pro.');
  t.is(lines[10], '- and 67 more');
  t.is(merged?.html.match(/<li>/gu)?.length, 11);
  t.true(merged?.text.includes(`${server.issuer}/account/licenses`));
  await later(600);
  t.is((await mailsTo(person)).length, 4, 'each change is mailed once');
});

test('a merged mail is in the language of its user', async (t) => {
  const { person, flap, later } = await scene();
  await makeGerman(server, person);
  await flap(person, 7);
  await later();
  const merged = (await mailsTo(person)).at(-1);
  t.is(merged?.subject, '4 Änderungen an Ihren Lizenzen');
  t.regex(
    merged?.text ?? '',
    /- Sie haben eine Lizenz für CRM: Pro\.\n- Ihre Lizenz für CRM \(Pro\) wurde entzogen\./u,
  );
  t.regex(merged?.html ?? '', /<html lang="de">/u);
});

test('a change that follows a noted one is told after it, not before', async (t) => {
  const { tenant, person, flap, later } = await scene();
  await flap(person, 4);
  t.is((await mailsTo(person)).length, 3);
  const { db } = server.identity;
  // As if the hour of the counter were over.
  const key = `license_mail_to_hour:${createHash('sha256').update(person.userId).digest('hex')}`;
  t.is(await db.$executeRaw`UPDATE identity.rate_limits SET expire = 0 WHERE key = ${key}`, 1);
  await flap(person, 1);
  t.is((await mailsTo(person)).length, 3);
  await later();
  t.is((await subjectsTo(person)).at(-1), '2 changes to your licenses');
  t.is(await db.licenseMailChange.count({ where: { tenantId: tenant.id } }), 0);
});

test('one user causes a limited number of mails an hour, 12 here; who is told later gets the same mail', async (t) => {
  const { tenant, grant, later } = await scene(15);
  const people = await Promise.all(Array.from({ length: 15 }, () => addMember(server, tenant.id, 'member')));
  const statuses = await Promise.all(people.map(async ({ userId }) => (await grant(userId, pro)).status));
  t.deepEqual(new Set(statuses), new Set([201]));
  const told = async () => {
    const all = await Promise.all(people.map(async (person) => ({ ...person, subjects: await subjectsTo(person) })));
    return all.filter(({ subjects }) => subjects[0] === granted);
  };
  const first = await told();
  t.is(first.length, 12, 'however many requests come at once');
  const admin = await addMember(server, tenant.id, 'admin');
  const other = await addMember(server, tenant.id, 'member');
  const token = await tokenOf(server.issuer, admin.email, tenant.slug);
  const revoked = { userId: first[0]?.userId, applicationId: crm };
  t.is((await send(server.issuer, 'POST', '/api/integration/licenses/revoke', token, revoked)).status, 200);
  const body = { userId: other.userId, applicationId: crm, licenseTypeId: pro };
  t.is((await send(server.issuer, 'POST', '/api/integration/licenses/grant', token, body)).status, 201);
  t.deepEqual(await subjectsTo(other), [granted], 'another user goes on');
  await later();
  t.is((await told()).length, 15);
});

test('machines are limited by recipient, too', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const person = await addMember(server, tenant.id, 'member');
  const token = await machineToken(server, tenant.id, ['licenses:write']);
  for (let index = 0; index < 6; index += 1) {
    const [name, body] = index % 2 === 0 ? ['grant', { licenseTypeId: pro }] : ['revoke', {}];
    const path = `/api/integration/licenses/${String(name)}`;
    const all = { userId: person.userId, applicationId: crm, ...(body as object) };
    t.true((await send(server.issuer, 'POST', path, token, all)).status < 300);
  }
  t.is((await mailsTo(person)).length, 3);
});

test('a decision beyond the limit is merged with what the manager wrote, which is not stored in plain text', async (t) => {
  const { tenant, person, flap, ask, decide, later } = await scene(2);
  await flap(person, 4);
  const token = await tokenOf(server.issuer, person.email, tenant.slug);
  const asked = await ask(token);
  await decide('decline', asked.body['id'], { note: 'Ask https://evil.test again' });
  const { db } = server.identity;
  const rows = await db.licenseMailChange.findMany({ where: { tenantId: tenant.id } });
  t.deepEqual(
    rows.map(({ kind }) => kind),
    ['removed', 'declined'],
  );
  for (const { facts, encryptedNote } of rows) {
    t.false(JSON.stringify(facts).includes('evil'));
    t.false(Buffer.from(encryptedNote ?? []).includes('evil'));
  }
  await later();
  const merged = (await mailsTo(person)).at(-1);
  t.is(merged?.subject, '2 changes to your licenses');
  t.regex(merged?.text ?? '', /- Your request for CRM was declined\. The answer: “Ask https:\u200a\/\/evil/u);
});

test('kinds that were turned off meanwhile are not in a merged mail, and without others there is none', async (t) => {
  const { tenant, owner, person, flap, later } = await scene();
  const mute = (muted: string[]) =>
    send(server.issuer, 'PUT', `/api/tenants/${tenant.id}/license-mails`, owner, { muted });
  await flap(person, 8);
  t.is((await mute(['granted'])).status, 200);
  await later();
  t.is((await subjectsTo(person)).at(-1), '3 changes to your licenses');
  const count = (await mailsTo(person)).length;
  await mute([]);
  await flap(person, 2);
  await mute(['granted', 'removed']);
  await later();
  t.is((await mailsTo(person)).length, count);
  t.is(await server.identity.db.licenseMailChange.count({ where: { tenantId: tenant.id } }), 0);
});

test('no merged mail goes to an account that is disabled or about to be erased', async (t) => {
  for (const change of [{ disabledAt: new Date() }, { deletedAt: new Date() }]) {
    const { person, flap, later } = await scene();
    await flap(person, 6);
    await server.identity.db.user.update({ where: { id: person.userId }, data: change });
    await later();
    t.is((await mailsTo(person)).length, 3);
  }
});

test('who left, and who was a member of a deleted tenant, is told all the same', async (t) => {
  const left = await scene();
  await left.flap(left.person, 5);
  const at = `/api/tenants/${left.tenant.id}`;
  t.is((await send(server.issuer, 'DELETE', `${at}/members/${left.person.membershipId}`, left.owner)).status, 200);
  const gone = await scene();
  await gone.flap(gone.person, 6);
  t.is((await send(server.issuer, 'DELETE', `/api/tenants/${gone.tenant.id}`, gone.owner)).status, 200);
  await left.later();
  await gone.later();
  t.is((await subjectsTo(left.person)).at(-1), '3 changes to your licenses');
  t.is((await subjectsTo(gone.person)).at(-1), '3 changes to your licenses');
});

test('a rehearsal counts nothing, notes nothing, and names the mail also beyond the limit', async (t) => {
  const { tenant, owner, person, flap, later } = await scene();
  const { db } = server.identity;
  const key = `license_mail_%:${createHash('sha256').update(person.userId).digest('hex')}`;
  const counters = () => db.$queryRaw`SELECT key, points FROM identity.rate_limits WHERE key LIKE ${key} ORDER BY key`;
  const body = { userId: person.userId, applicationId: crm, licenseTypeId: pro };
  const rehearse = () => send(server.issuer, 'POST', '/api/integration/licenses/grant?rehearse=true', owner, body);
  const before = await counters();
  for (let index = 0; index < 5; index += 1)
    t.deepEqual((await rehearse()).body['mails'], [{ kind: 'license-granted', to: person.email }]);
  t.deepEqual(await counters(), before);
  await flap(person, 4);
  t.is((await mailsTo(person)).length, 3);
  const beyond = await counters();
  t.deepEqual((await rehearse()).body['mails'], [{ kind: 'license-granted', to: person.email }]);
  t.deepEqual(await counters(), beyond);
  t.is(await db.licenseMailChange.count({ where: { tenantId: tenant.id } }), 1);
  await later();
  t.deepEqual(await subjectsTo(person), [granted, removed, granted, removed]);
});

// Serial tests run before the others, whose mails this process would send as well.
test.serial('another process sends what a process that has ended has noted', async (t) => {
  const first = withMergeJob();
  const { issuer, databaseUrl } = server;
  const options = { issuer, databaseUrl, secret: testSecret, databaseTimeouts: longTimeouts };
  const { tenant, person, flap } = await scene();
  await flap(person, 5);
  await allSent(server.identity);
  const mailbox = new Mailbox();
  const other = await createIdentityServer({ ...options, mail: mailbox, plugins: first.plugins });
  t.teardown(() => other.close());
  await passMinutes(server.identity, tenant.id, 61);
  await Promise.all([first.runMergeJob(), first.runMergeJob(), runMergeJob()]);
  await allSent(server.identity);
  const all = [...(await mailsTo(person)), ...mailbox.all.filter(({ to }) => to === person.email)];
  t.deepEqual(
    all.map(({ subject }) => subject).filter((subject) => subject.includes('changes')),
    ['2 changes to your licenses'],
  );
});

test('the export of a user has what is about to be mailed', async (t) => {
  const { tenant, person, flap } = await scene();
  await flap(person, 4);
  const token = await tokenOf(server.issuer, person.email, tenant.slug);
  const { status, body } = await send(server.issuer, 'GET', '/api/users/me/export', token);
  t.is(status, 200);
  const { licensing } = body['sections'] as Record<string, Record<string, unknown>>;
  t.like(licensing?.['licenseMailChanges'], [{ tenantId: tenant.id, kind: 'removed', facts: { application: 'CRM' } }]);
});
