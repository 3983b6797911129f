import type { Principal } from '@org/identity-core';
import { type LicenseRequestStatus, Prisma, type Transaction, uuidV7 } from '@org/identity-prisma';
import { mailUsers } from './mail-users.js';
import type { MailServices } from './recipient.js';
import { sealNote } from './sealed-note.js';

export interface DecisionMail {
  readonly request: { readonly id: string; readonly status: LicenseRequestStatus; readonly position: number | null };
  /** Who has decided. */
  readonly principal: Principal;
  /** What the manager wrote. */
  readonly note?: string | undefined;
  /** Whether the user was on the waiting list before. */
  readonly waited?: boolean;
}

/** Tells a user what was decided about a request. */
export async function mailDecision(
  tx: Transaction,
  services: MailServices,
  { request, principal, note = '', waited = false }: DecisionMail,
): Promise<void> {
  const { status, position } = request;
  const kind = status === 'DECLINED' ? 'declined' : 'approved';
  const outcome = status === 'WAITING' ? 'waiting' : kind === 'declined' && waited ? 'takenOff' : kind;
  const id = uuidV7();
  const sealed = note === '' ? null : sealNote(services, id, note).toString('base64');
  const sender = principal.kind === 'user' ? principal.userId : null;
  const found = Prisma.sql`
    found AS (
      SELECT 1 AS number, ${id}::uuid AS id, u.id AS user_id, ${sender}::text AS sender, t.id AS tenant_id, u.email, u.locale,
             decode(${sealed}, 'base64') AS note,
             jsonb_build_object('outcome', ${outcome}::text, 'tenant', t.name, 'application', a.name, 'licenseType', lt.name,
                                'position', ${position}::int) AS facts
      FROM identity.license_requests r
      JOIN identity.tenants t ON t.id = r.tenant_id AND t.closing_at IS NULL
      JOIN identity.applications a ON a.id = r.application_id
      JOIN identity.users u ON u.id = r.user_id
      LEFT JOIN identity.license_types lt ON lt.id = r.license_type_id
      LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
      WHERE r.id = ${request.id}::uuid AND u.deleted_at IS NULL AND ${kind} <> ALL(coalesce(settings.muted, '{}'))
    )`;
  await mailUsers(tx, services, { kind, found });
}
