import { randomUUID } from 'node:crypto';
import { passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { makeGerman } from '../support/console-seats.js';
import { requestScene } from '../support/license-requests.js';
import { pro } from '../support/licensing-api.js';
import { codeOf, server } from '../support/licensing-tests.js';
import { allSent } from '../support/merged-mails.js';
import { addMember, send } from '../support/tenant-api.js';

/** The subjects of the mails to a user, in order, after the queue is empty. */
async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  return (await mailsTo({ email })).map(({ subject }) => subject);
}
async function mailsTo({ email }: { email: string }) {
  await allSent(server.identity);
  return server.mailbox.all.filter(({ to }) => to === email);
}

test('who gets or loses a seat is told once, in their language', async (t) => {
  const { tenant, grant, revoke } = await requestScene(server, 2);
  const [english, german] = [
    await addMember(server, tenant.id, 'member'),
    await addMember(server, tenant.id, 'member'),
  ];
  await makeGerman(server, german);
  for (const { userId } of [english, german]) t.is((await grant(userId, pro)).status, 201);
  for (const { userId } of [english, german]) t.is((await revoke(userId)).status, 200);
  t.deepEqual(await subjectsTo(english), ['You have a license for CRM', 'Your license for CRM was removed']);
  t.deepEqual(await subjectsTo(german), ['Sie haben eine Lizenz für CRM', 'Ihre Lizenz für CRM wurde entzogen']);
  const [given] = await mailsTo(english);
  t.regex(given?.text ?? '', /Fresh has given you a license for CRM: Pro\./u);
  t.true(given?.text.includes(`${server.issuer}/account/licenses`));
  t.regex((await mailsTo(german))[1]?.html ?? '', /<html lang="de">/u);
});

test('nobody is told what they did themselves, nor about a deleted account or tenant; a suspended member is told', async (t) => {
  const { tenant, owner, member, grant } = await requestScene(server, 5);
  const { issuer } = server;
  const [leaves, suspended, deleted, stays] = [await member(), await member(), await member(), await member()];
  for (const { userId } of [leaves, suspended, deleted, stays, tenant.owner]) {
    t.is((await grant(userId, pro)).status, 201);
  }
  const path = (membershipId: string) => `/api/tenants/${tenant.id}/members/${membershipId}`;
  t.is((await send(issuer, 'DELETE', path(leaves.membershipId), leaves.token)).status, 200);
  t.is((await send(issuer, 'PATCH', path(suspended.membershipId), owner, { status: 'SUSPENDED' })).status, 200);
  const body = { password: demoPassword, confirmation: 'DELETE' };
  t.is((await send(issuer, 'DELETE', '/api/users/me', deleted.token, body)).status, 200);
  t.is((await send(issuer, 'DELETE', `/api/tenants/${tenant.id}`, owner)).status, 200);
  const granted = 'You have a license for CRM';
  t.deepEqual(await subjectsTo(leaves), [granted]);
  t.deepEqual(await subjectsTo(suspended), [granted, 'Your license for CRM was removed']);
  t.deepEqual(
    (await subjectsTo(deleted)).filter((subject) => subject.includes('license')),
    [granted],
  );
  t.deepEqual(await subjectsTo(stays), [granted]);
  t.deepEqual(await subjectsTo(tenant.owner), []);
});

test('an approval, a place in the waiting list, the seat from it and a refusal each have one mail', async (t) => {
  const { tenant, asked, decide, revoke } = await requestScene(server, 1);
  const [first, waits, off, declined] = [await asked(), await asked(), await asked(), await asked()];
  await makeGerman(server, waits);
  await decide('approve', first.requestId, { note: 'Have fun' });
  await decide('approve', waits.requestId);
  await decide('approve', off.requestId, { note: 'Soon' });
  await decide('decline', off.requestId);
  await decide('decline', declined.requestId, { note: 'See\nhttps://evil.test/x\u202e <b>now</b>' });
  t.deepEqual(await subjectsTo(first), ['Your request for CRM was approved']);
  const [approved] = await mailsTo(first);
  t.regex(approved?.text ?? '', /has given you a license for CRM: Pro\. The answer: “Have fun”/u);
  const [mail] = await mailsTo(waits);
  t.regex(mail?.text ?? '', /Sie stehen auf Platz 1 der Warteliste/u);
  t.deepEqual(await subjectsTo(off), [
    'Your request for CRM was approved, and you are on the waiting list',
    'You are no longer on the waiting list for CRM',
  ]);
  t.regex((await mailsTo(off))[0]?.text ?? '', /You are number 2 on the waiting list\..+“Soon”/u);
  const [refusal] = await mailsTo(declined);
  t.is(refusal?.subject, 'Your request for CRM was declined');
  t.regex(refusal?.text ?? '', /The answer: “See https:\u200a\/\/evil\.\u200atest\/x <b>now<\/b>”/u);
  t.true(refusal?.html.includes('&lt;b>now'));
  await revoke(first.userId);
  t.deepEqual((await subjectsTo(waits)).slice(1), ['Sie haben eine Lizenz für CRM']);
  const { db } = server.identity;
  t.is(await db.seat.count({ where: { tenantId: tenant.id, userId: waits.userId } }), 1);
});

test('managers are told of requests at most once an hour, and how many are open', async (t) => {
  const { tenant, asked, decide } = await requestScene(server, 5);
  const admin = await addMember(server, tenant.id, 'admin');
  await addMember(server, tenant.id, 'admin', 'SUSPENDED');
  await makeGerman(server, admin);
  const first = await asked();
  await asked();
  const third = await asked();
  t.deepEqual(await subjectsTo(tenant.owner), [`${first.email} asks for a license for CRM`]);
  const [mail] = await mailsTo(tenant.owner);
  t.regex(mail?.text ?? '', /This is the only open request\./u);
  t.true(mail?.text.includes(`${server.issuer}/console/${tenant.slug}/licenses/`));
  t.deepEqual(await subjectsTo(admin), [`${first.email} bittet um eine Lizenz für CRM`]);
  await decide('decline', third.requestId);
  const minute = 60_000;
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: 59 * minute });
  await asked();
  t.is((await mailsTo(tenant.owner)).length, 1);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: 2 * minute });
  await asked();
  const [, later, ...more] = await mailsTo(tenant.owner);
  t.deepEqual(more, []);
  t.regex(later?.text ?? '', /4 requests are open\./u);
  t.regex((await mailsTo(admin))[1]?.text ?? '', /4 Anfragen sind offen\./u);
});

test('a manager who asks tells the others, not themselves', async (t) => {
  const { tenant, owner, ask } = await requestScene(server, 5);
  t.is((await ask(owner)).status, 201);
  t.deepEqual(await mailsTo(tenant.owner), []);
  const { db } = server.identity;
  t.is(await db.licenseMailSettings.count({ where: { tenantId: tenant.id } }), 0, 'the hour has not begun');
});

test('a tenant turns kinds of mail off and on again', async (t) => {
  const { tenant, owner, asked, decide, grant, revoke, member, ask } = await requestScene(server, 1);
  const path = `/api/tenants/${tenant.id}/license-mails`;
  const settings = (method: string, body?: unknown) => send(server.issuer, method, path, owner, body);
  t.deepEqual((await settings('GET')).body, { muted: [] });
  const all = ['granted', 'removed', 'reclaim', 'requested', 'approved', 'declined'];
  t.deepEqual((await settings('PUT', { muted: [...all].reverse() })).body, { muted: all });
  t.deepEqual((await settings('GET')).body, { muted: all });
  const [one, two, three] = [await asked(), await asked(), await asked()];
  await decide('approve', one.requestId);
  await decide('approve', two.requestId);
  await decide('decline', three.requestId);
  await revoke(one.userId);
  await revoke(two.userId);
  await grant(three.userId, pro);
  for (const person of [one, two, three, tenant.owner]) t.deepEqual(await subjectsTo(person), []);
  t.deepEqual((await settings('PUT', { muted: ['granted'] })).body, { muted: ['granted'] });
  await revoke(three.userId);
  t.deepEqual(await subjectsTo(three), ['Your license for CRM was removed']);
  t.is((await ask((await member()).token)).status, 201);
  t.is((await subjectsTo(tenant.owner)).length, 1, 'nothing was mailed within the hour');
  const events = await server.identity.db.event.findMany({
    where: { tenantId: tenant.id, type: 'license_mails.updated' },
    orderBy: { id: 'asc' },
  });
  t.deepEqual(
    events.map(({ subjectId, data }) => [subjectId, data]),
    [
      [tenant.id, { muted: all }],
      [tenant.id, { muted: ['granted'] }],
    ],
  );
  for (const body of [
    {},
    { muted: ['other'] },
    { muted: ['granted', 'granted'] },
    { muted: [], more: 1 },
    { muted: '' },
  ])
    t.deepEqual(codeOf(await settings('PUT', body)), [422, 'VALIDATION_FAILED']);
});

test('a rehearsal names the mails and queues none', async (t) => {
  const { tenant, owner, member, base, asked } = await requestScene(server, 1);
  const { db } = server.identity;
  const { token, email } = await member();
  const licenses = '/api/integration/licenses';
  const rehearse = (path: string, who: string, body: unknown) =>
    send(server.issuer, 'POST', `${path}?rehearse=true`, who, body);
  const body = { applicationId: '019a0000-0000-7000-8000-0000000000a1' };
  const request = await rehearse(`${licenses}/request`, token, body);
  t.is(request.status, 200);
  const masked = tenant.owner.email.replace(/^(.).*@/u, '$1•••@');
  t.deepEqual(
    request.body['mails'],
    [{ kind: 'license-requested', to: masked }],
    'a member does not learn who manages',
  );
  t.is(await db.licenseMailSettings.count({ where: { tenantId: tenant.id } }), 0);
  t.is(await db.licenseRequest.count({ where: { tenantId: tenant.id } }), 0);
  const pending = await asked();
  const approval = await rehearse(`${base}/${pending.requestId}/approve`, owner, {});
  t.deepEqual(approval.body['mails'], [{ kind: 'license-approved', to: pending.email }]);
  const userId = (await db.user.findUniqueOrThrow({ where: { normalizedEmail: email } })).id;
  const granted = await rehearse(`${licenses}/grant`, owner, { ...body, userId, licenseTypeId: pro });
  t.deepEqual(granted.body['mails'], [{ kind: 'license-granted', to: email }]);
  t.deepEqual(await subjectsTo({ email }), []);
  t.deepEqual(await subjectsTo(pending), []);
});

test('names in the mails are harmless', async (t) => {
  const { tenant, asked } = await requestScene(server, 1);
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenant.id }, data: { name: `Evil https://evil.test/${randomUUID()}` } });
  await asked();
  const [mail] = await mailsTo(tenant.owner);
  t.notRegex(mail?.text ?? '', /https:\/\/evil/u);
  t.false(mail?.subject.includes('\n'));
});
