import type { DomainEvent, Mail, Subscriber } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { languageOfUser, licenseMail, type MailNames, type MailServices, type Recipient } from './license-mail.js';

/** The mails to users who get or lose a seat. */
const templates = {
  granted: {
    title: (texts, application) => texts.granted.title(application),
    message: (texts, { tenant, application, type }) => texts.granted.message(tenant, application, type),
  },
  removed: {
    title: (texts, application) => texts.removed.title(application),
    message: (texts, { tenant, application, type }) => texts.removed.message(tenant, application, type),
    after: (texts, tenant) => texts.removed.after(tenant),
  },
} satisfies Record<string, Parameters<typeof licenseMail>[1]['template']>;
type Kind = keyof typeof templates;

/** Nobody is told what they did themselves. An approved request has a mail of its own. */
const isTold: Record<Kind, (event: DomainEvent) => boolean> = {
  granted: (event) => (event.data['cause'] === undefined ? !isOwn(event) : event.data['cause'] !== 'request'),
  // The mails about deleted accounts and tenants are enough.
  removed: (event) => !isOwn(event) && !['account.deleted', 'tenant.deleted'].includes(String(event.data['cause'])),
};

const isOwn = ({ actor, subjectId }: DomainEvent) => actor.kind === 'user' && actor.id === subjectId;

/** Mails users who get or lose a seat, in two statements for any number of seats. */
export function seatMails(services: MailServices): Subscriber<Transaction>[] {
  const on = (type: 'seat.granted' | 'seat.revoked', kind: Kind): Subscriber<Transaction> => {
    const handleAll = (tx: Transaction, events: readonly DomainEvent[]) =>
      mailUsers(tx, services, { kind, events: events.filter(isTold[kind]) });
    return { on: type, handle: (tx, event) => handleAll(tx, [event]), handleAll };
  };
  return [on('seat.granted', 'granted'), on('seat.revoked', 'removed')];
}

type Row = Recipient & MailNames;

async function mailUsers(
  tx: Transaction,
  services: MailServices,
  { kind, events }: { kind: Kind; events: readonly DomainEvent[] },
): Promise<void> {
  if (events.length === 0) return;
  const rows = await recipientsOf(tx, { kind, events });
  // Mails to users of one language differ only in the recipient: each is composed once.
  const composed = new Map<string, Mail>();
  const mails = rows.map((row) => {
    const { email, tenant, application, licenseType } = row;
    const key = JSON.stringify([languageOfUser(row), tenant, application, licenseType]);
    const mail = composed.get(key) ?? licenseMail(services, { to: row, names: row, template: templates[kind] });
    composed.set(key, mail);
    return { ...mail, to: email };
  });
  await services.mail.add(tx, mails, { kind: `license-${kind}`, priority: 'low' });
}

/** The users of the events, without those whose account is about to be erased, and of tenants that do not want the mail. */
function recipientsOf(
  tx: Transaction,
  { kind, events }: { kind: Kind; events: readonly DomainEvent[] },
): Promise<Row[]> {
  const seats = events.map(({ subjectId, data }) => ({ userId: subjectId, subscriptionId: data['subscriptionId'] }));
  return tx.$queryRaw<Row[]>`
    SELECT u.email, u.locale, t.name AS tenant, a.name AS application, lt.name AS "licenseType"
    FROM jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) AS seat("userId" uuid, "subscriptionId" uuid)
    JOIN identity.users u ON u.id = seat."userId"
    JOIN identity.subscriptions sub ON sub.id = seat."subscriptionId"
    JOIN identity.tenants t ON t.id = sub.tenant_id
    JOIN identity.applications a ON a.id = sub.application_id
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
    WHERE u.deleted_at IS NULL AND ${kind} <> ALL(coalesce(settings.muted, '{}'))`;
}
