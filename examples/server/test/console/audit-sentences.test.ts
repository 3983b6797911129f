import { randomBytes, randomUUID } from 'node:crypto';
import { eventTypes, sentenceOfEvent } from '@org/identity-core';
import { languages } from '@org/identity-ui';
import test from 'ava';
import { type AddedEvent, addEventsTo } from '../support/console-events.js';
import { textOf, visitAs } from '../support/console-visitors.js';
import { eventSamples } from '../support/event-samples.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** The sentences on the audit pages, newest first, and everything else that a reader sees there. */
async function readTrail(
  tenant: Awaited<ReturnType<typeof freshTenant>>,
): Promise<{ sentences: string[]; details: string[] }> {
  const visit = await visitAs(server, tenant, 'owner');
  let path: string | undefined = `/console/${tenant.slug}/audit`;
  let all = '';
  while (path) {
    const { html }: { html: string } = await visit.open(path);
    all += html;
    path = /<a href="([^"]+)">(?:Next page|Nächste Seite)<\/a>/u.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  const cells = (pattern: RegExp) => [...all.matchAll(pattern)].map(([, cell = '']) => cell);
  return {
    sentences: cells(/<details><summary>(.*?)<\/summary>/gu).map((cell) => cell.replaceAll(/<[^>]*>/gu, '')),
    details: cells(/<dl class="facts">(.*?)<dt>(?:Type|Typ)<\/dt>/gu).map((cell) => textOf(cell).trim()),
  };
}

async function scene() {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  const bob = await addMember(server, tenant.id, 'member');
  await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName: 'Ann Lee' } });
  await db.user.update({ where: { id: bob.userId }, data: { displayName: 'Bob Ray' } });
  const licenseType = await db.licenseType.findFirstOrThrow({ include: { application: true } });
  const { id: licenseTypeId, applicationId, application } = licenseType;
  const add = (...events: AddedEvent[]) => addEventsTo(server, tenant.id, events);
  const ann = { kind: 'user', id: tenant.owner.userId } as const;
  return {
    tenant,
    bob,
    ann,
    add,
    ids: { licenseTypeId, applicationId },
    app: application.name,
    type: licenseType.name,
  };
}

const system = { kind: 'system', id: null } as const;
const uuid = /[\da-f]{8}-[\da-f]{4}-/u;
/** camelCase, snake_case, dotted.names and UPPER_CASE. Short words in capitals are abbreviations: URL, CRM. */
const codes = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[a-z]\.[a-z]|\b[A-Z]{5,}\b|undefined|null|NaN|\[object/u;
const emails = /\S+@\S+/gu;

test('every type of event has a sentence in every language', (t) => {
  for (const type of eventTypes()) {
    const own = languages.map((language) => sentenceOfEvent(type, language));
    t.false(own.includes(undefined), type);
    t.is(new Set(own).size, languages.length, `${type} is not only in English`);
  }
});

for (const language of languages) {
  test(`no sentence has an id, the name of a field or a code (${language})`, async (t) => {
    const { tenant, bob, ann, add, ids } = await scene();
    await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: language } });
    const samples = eventSamples(ids);
    const cases = eventTypes().flatMap((type) => (samples[type] ?? []).map((data) => ({ type, data: { ...data } })));
    const empty = eventTypes().map((type) => ({ type, data: {} }));
    await add(...cases.map((event) => ({ ...event, actor: ann, subjectId: bob.userId })));
    await add(...cases.map((event) => ({ ...event, actor: ann, subjectId: ann.id })));
    await add(...empty.map((event) => ({ ...event, actor: { kind: 'user', id: randomUUID() } as const })));
    const { sentences, details } = await readTrail(tenant);
    t.is(sentences.length, 2 * cases.length + empty.length);
    t.is(details.length, sentences.length);
    for (const shown of [...sentences, ...details]) {
      const plain = shown.replaceAll(emails, '');
      t.notRegex(plain, uuid);
      t.notRegex(plain, codes);
      t.notRegex(shown, / {2}| [,;:]/u);
    }
  });
}

test('sentences say who did what to whom', async (t) => {
  const { tenant, bob, ann, add, ids, app, type } = await scene();
  const subjectId = bob.userId;
  const byBob = { kind: 'user', id: subjectId } as const;
  const { id: invitationId } = await server.identity.db.invitation.create({
    data: {
      tenantId: tenant.id,
      email: 'cleo@acme.test',
      normalizedEmail: 'cleo@acme.test',
      role: 'admin',
      secretHash: randomBytes(32),
      expiresInDays: 7,
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const license = `${app} (${type})`;
  const subscription = { quantity: 25, status: 'ACTIVE', expiresAt: null };
  const cases: [string, AddedEvent][] = [
    [
      'Ann Lee invited cleo@acme.test as admin',
      { type: 'invitation.created', subjectId: invitationId, data: { role: 'admin' } },
    ],
    [
      'Ann Lee changed the role of Bob Ray from member to admin',
      { type: 'member.role_changed', data: { role: 'admin', previousRole: 'member' } },
    ],
    ['Ann Lee suspended Bob Ray', { type: 'member.suspended', data: { role: 'member', previousRole: 'member' } }],
    ['Bob Ray joined as member', { type: 'member.added', actor: byBob, data: { role: 'member' } }],
    ['Bob Ray left the organization', { type: 'member.removed', actor: byBob, data: { left: true } }],
    ['Ann Lee removed Bob Ray', { type: 'member.removed', data: { left: false } }],
    [
      'Somebody entered a wrong password for Bob Ray',
      { type: 'sign_in.failed', actor: system, data: { reason: 'wrong_password' } },
    ],
    [
      'Somebody tried to sign in to an account that does not exist',
      { type: 'sign_in.failed', actor: system, subjectId: null, data: { reason: 'unknown_account' } },
    ],
    [`Ann Lee gave Bob Ray a seat of ${license}`, { type: 'seat.granted', data: ids }],
    [`Bob Ray got a seat of ${license}, by a rule`, { type: 'seat.granted', data: { ...ids, cause: 'rule' } }],
    [`Ann Lee took the seat of ${app} back from Bob Ray`, { type: 'seat.revoked', data: { ...ids, cause: 'revoked' } }],
    [
      `Bob Ray lost the seat of ${app}, because it was not used`,
      { type: 'seat.revoked', actor: system, data: { ...ids, cause: 'reclaim' } },
    ],
    [
      'Ann Lee changed a subscription: 25 seats',
      { type: 'subscription.updated', data: { changed: ['quantity'], ...subscription } },
    ],
    [
      'The client crm-sync changed a subscription: active again, has no end',
      {
        type: 'subscription.updated',
        actor: { kind: 'machine', id: 'crm-sync' },
        data: { changed: ['status', 'expiresAt'], ...subscription },
      },
    ],
    [
      'An operator at the command line disabled the account of Bob Ray',
      { type: 'user.disabled', actor: { kind: 'system', id: 'cli' } },
    ],
    ['The system removed a former member', { type: 'member.removed', actor: system, subjectId: randomUUID() }],
    [
      'A former member or an operator suspended Bob Ray',
      { type: 'member.suspended', actor: { kind: 'user', id: randomUUID() } },
    ],
  ];
  await add(...cases.map(([, event]) => ({ actor: ann, subjectId, ...event })));
  const { sentences } = await readTrail(tenant);
  t.deepEqual(
    sentences.toReversed(),
    cases.map(([sentence]) => sentence),
  );
});
