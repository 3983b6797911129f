import type { DomainEvent, Subscriber } from '@org/identity-core';
import { Prisma, type Transaction, uuidV7 } from '@org/identity-prisma';
import { mailUsers } from './mail-users.js';
import type { MailServices } from './recipient.js';

type Kind = 'granted' | 'removed';

/** Users get no mail about their own actions. An approved request has a mail of its own, and an import tells nobody. */
export const isTold: Record<Kind, (event: DomainEvent) => boolean> = {
  granted: (event) =>
    event.data['cause'] === undefined ? !isOwn(event) : !['request', 'import'].includes(String(event.data['cause'])),
  // The mails about deleted accounts and tenants are enough.
  removed: (event) => !isOwn(event) && !['account.deleted', 'tenant.deleted'].includes(String(event.data['cause'])),
};

const isOwn = ({ actor, subjectId }: DomainEvent) => actor.kind === 'user' && actor.id === subjectId;

/** Mails users who get or lose a seat, in one statement for any number of seats. */
export function seatMails(services: MailServices): Subscriber<Transaction>[] {
  const on = (type: 'seat.granted' | 'seat.revoked', kind: Kind): Subscriber<Transaction> => {
    const handleAll = async (tx: Transaction, events: readonly DomainEvent[]) => {
      const told = events.filter(isTold[kind]);
      if (told.length > 0) await mailUsers(tx, services, { kind, found: recipientsOf(kind, told) });
    };
    return { on: type, handle: (tx, event) => handleAll(tx, [event]), handleAll, inStatement: true };
  };
  return [on('seat.granted', 'granted'), on('seat.revoked', 'removed')];
}

/** The users of the events, except accounts that are about to be erased and tenants that have turned the mail off. */
function recipientsOf(kind: Kind, events: readonly DomainEvent[]): Prisma.Sql {
  const seats = events.map(({ subjectId, actor, data }, number) => ({
    number,
    id: uuidV7(),
    userId: subjectId,
    subscriptionId: data['subscriptionId'],
    sender: actor.kind === 'user' ? actor.id : null,
  }));
  return Prisma.sql`
    found AS (
      SELECT seat.number, seat.id, u.id AS user_id, seat.sender, t.id AS tenant_id, u.email, u.locale, NULL::bytea AS note,
             jsonb_build_object('outcome', ${kind}::text, 'tenant', t.name, 'application', a.name, 'licenseType', lt.name) AS facts
      FROM jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) AS seat(
        number int, id uuid, "userId" uuid, "subscriptionId" uuid, sender text)
      JOIN identity.users u ON u.id = seat."userId"
      JOIN identity.subscriptions sub ON sub.id = seat."subscriptionId"
      JOIN identity.tenants t ON t.id = sub.tenant_id AND t.closing_at IS NULL
      JOIN identity.applications a ON a.id = sub.application_id
      JOIN identity.license_types lt ON lt.id = sub.license_type_id
      LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
      WHERE u.deleted_at IS NULL AND ${kind} <> ALL(coalesce(settings.muted, '{}'))
    )`;
}
