import type { DomainEvent } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** A seat that a member is to get. */
export interface Wish {
  readonly applicationId: string;
  readonly licenseTypeId: string;
  /** Whether a rule says so, or it was kept for the invitation. */
  readonly cause: 'rule' | 'invitation';
  /** Whether the member has a seat of the application already. */
  readonly hasSeat: boolean;
  /** The license type of the application that the member waits for. */
  readonly waitsFor: string | null;
  /** The rule, if it is new and has not reached this member yet: those who joined before come first. */
  readonly notReachedBy: string | null;
}

/** Whose seats are looked for. */
export interface WishingMember {
  readonly tenantId: string;
  readonly userId: string;
  /** The license types that were kept for the invitation. */
  readonly kept: readonly string[];
}

/** The seats that an active member is to get: what was kept for the invitation, then the rules, the oldest first. */
export function findWishes(tx: Transaction, { tenantId, userId, kept }: WishingMember): Promise<Wish[]> {
  return tx.$queryRaw<Wish[]>`
    SELECT wish.application_id AS "applicationId", wish.license_type_id AS "licenseTypeId", wish.cause,
           s.id IS NOT NULL AS "hasSeat", r.license_type_id AS "waitsFor", wish.not_reached_by AS "notReachedBy"
    FROM (
      SELECT rule.application_id, rule.license_type_id, 'rule' AS cause, rule.created_at, rule.id, run.rule_id AS not_reached_by
      FROM identity.memberships m
      JOIN identity.license_rules rule ON rule.tenant_id = m.tenant_id AND (rule.role IS NULL OR rule.role = m.role)
        AND (rule.group_id IS NULL OR EXISTS (
          SELECT FROM identity.group_members g WHERE g.group_id = rule.group_id AND g.user_id = m.user_id))
      LEFT JOIN identity.license_rule_runs run ON run.rule_id = rule.id
        AND (run.membership_id IS NULL OR (m.joined_at, m.id) > (run.joined_at, run.membership_id))
      WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid AND m.status = 'ACTIVE'
      UNION ALL
      SELECT application_id, id, 'invitation', '-infinity', id, NULL
      FROM identity.license_types WHERE id = ANY(${kept}::uuid[])
    ) wish
    LEFT JOIN identity.seats s
      ON s.tenant_id = ${tenantId}::uuid AND s.application_id = wish.application_id AND s.user_id = ${userId}::uuid
    LEFT JOIN identity.license_requests r
      ON r.tenant_id = ${tenantId}::uuid AND r.application_id = wish.application_id AND r.user_id = ${userId}::uuid
      AND r.status = 'WAITING'
    ORDER BY wish.created_at, wish.id`;
}

/** Those of the members of events to whom a rule gives a seat that they do not have, as `tenantId userId`. */
export async function findWishing(
  tx: Transaction,
  events: readonly Pick<DomainEvent, 'tenantId' | 'subjectId'>[],
): Promise<ReadonlySet<string>> {
  const asked = events.map(({ tenantId, subjectId }) => ({ tenantId, userId: subjectId }));
  const found = await tx.$queryRaw<{ key: string }[]>`
    SELECT DISTINCT m.tenant_id || ' ' || m.user_id AS key
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked("tenantId" uuid, "userId" uuid)
    JOIN identity.memberships m
      ON m.tenant_id = asked."tenantId" AND m.user_id = asked."userId" AND m.status = 'ACTIVE'
    JOIN identity.license_rules rule ON rule.tenant_id = m.tenant_id AND (rule.role IS NULL OR rule.role = m.role)
      AND (rule.group_id IS NULL OR EXISTS (
        SELECT FROM identity.group_members g WHERE g.group_id = rule.group_id AND g.user_id = m.user_id))
    WHERE NOT EXISTS (
      SELECT FROM identity.seats s
      WHERE s.tenant_id = m.tenant_id AND s.application_id = rule.application_id AND s.user_id = m.user_id)`;
  return new Set(found.map(({ key }) => key));
}
