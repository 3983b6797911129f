import { type Actor, type DomainEvent, type EventType, isUuid } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTurn,
  isInOneTransaction,
  recordEventSql,
  run,
  type Statement,
  sqlState,
  uuidV7,
} from '@org/identity-prisma';

/*
 * Parts of the statements that change a seat. Their CTE `seat` has the columns of the seat, at most one row. `$1` is the
 * tenant, `$2` the user, `$3` the application, `$4` the id of the event, `$5` and `$6` the actor, `$7` the id of the note for
 * the mail, `$8` whether the user is mailed.
 */

/** The values `$4` to `$8`. */
export const partsOf = (actor: Actor, told: boolean): unknown[] => [uuidV7(), actor.kind, actor.id, uuidV7(), told];

/** Records the event of the seat. */
export const eventOf = (type: EventType, data: string): string =>
  recordEventSql(
    {
      id: '$4::uuid',
      type: `'${type}'`,
      tenantId: '$1::uuid',
      actorKind: '$5::text',
      actorId: '$6::text',
      subjectId: '$2::uuid::text',
      data,
    },
    'seat',
  );

/** Notes the mail to the user, unless the tenant does not want it or the account is about to be erased. */
export const noteOf = (kind: 'granted' | 'removed'): string => `
  INSERT INTO identity.license_mail_changes (id, user_id, tenant_id, sender, kind, facts, at_once, created_at)
  SELECT $7::uuid, u.id, t.id, CASE WHEN $5::text = 'user' THEN $6::text END, '${kind}',
         jsonb_build_object('outcome', '${kind}', 'tenant', t.name, 'application', a.name, 'licenseType', type.name),
         true, clock_timestamp()
  FROM seat JOIN identity.users u ON u.id = $2::uuid
  JOIN identity.subscriptions sub ON sub.id = seat.subscription_id
  JOIN identity.tenants t ON t.id = sub.tenant_id AND t.closing_at IS NULL
  JOIN identity.applications a ON a.id = sub.application_id
  JOIN identity.license_types type ON type.id = sub.license_type_id
  LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
  WHERE $8::boolean AND u.deleted_at IS NULL AND '${kind}' <> ALL(coalesce(settings.muted, '{}')) RETURNING id`;

/** A unique or check constraint, a deadlock, a conflict: another change came first, and nothing was changed. */
const contended = new Set(['23505', '23514', '40P01', '40001']);

export type SeatCallServices = Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'notedMails'>;

interface SeatCall {
  readonly event: DomainEvent & { readonly tenantId: string };
  /** Without them all being ids, nothing can be found. */
  readonly ids: readonly string[];
  readonly statement: Statement;
  readonly values: unknown[];
}

/** Runs the statement of a seat call in the tenant's turn. Returns its row, or undefined if nothing was changed. */
export async function runSeatCall<Row extends { noted: boolean }>(
  { db, pool, events, notedMails }: SeatCallServices,
  { event, ids, statement, values }: SeatCall,
): Promise<Row | undefined> {
  const { tenantId } = event;
  if (isInOneTransaction() || !ids.every(isUuid) || !events.isOnlyRecorded(event.type)) return undefined;
  const { rows } = await inTenantTurn({ db, tenantId, locks: 'seats' }, () =>
    run<Row>(pool, statement, values).catch((error: unknown) => {
      if (contended.has(sqlState(error) ?? '')) return { rows: [] };
      throw error;
    }),
  );
  const [row] = rows;
  if (!row) return undefined;
  events.recorded(event);
  if (row.noted) notedMails.noted();
  return row;
}
