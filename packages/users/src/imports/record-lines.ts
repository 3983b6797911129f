import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import type { ImportedPerson } from '../import/person.js';
import type { Remark } from '../import/remark.js';

/** What became of a line. */
export interface LineResult {
  readonly line: number;
  readonly email: string | null;
  readonly result: 'created' | 'changed' | 'unchanged' | 'refused';
  readonly waiting: boolean;
  readonly field?: string;
  readonly reason?: string;
  /** The account that the line has created or changed. */
  readonly userId?: string;
  /** The tenants that the line has created. */
  readonly tenantIds?: readonly string[];
  /** What of the line could not come in, although the person did. */
  readonly remarks?: readonly Remark[];
  /** What the line brings to sign in with. Absent if it was refused. */
  readonly brings?: Brings;
}

/** What a line brings to sign in with. */
export interface Brings {
  readonly password: boolean;
  readonly factor: boolean;
  readonly links: boolean;
}

export const bringsOf = ({ password, totpSecret, links = [] }: ImportedPerson): Brings => ({
  password: Boolean(password),
  factor: Boolean(totpSecret),
  links: links.length > 0,
});

/** Writes the report of some lines. */
export async function recordLines(tx: Transaction, importId: string, results: readonly LineResult[]): Promise<void> {
  if (results.length === 0) return;
  // Most lines have few of these. What is left out is NULL, and a short text is quicker.
  const rows = results.map(({ line, result, email, waiting, field, reason, userId, tenantIds = [], remarks = [] }) => ({
    line,
    email: email ?? undefined,
    normalized: email === null ? undefined : otherThan(email, normalizeEmail(email)),
    result: result.toUpperCase(),
    waiting: waiting || undefined,
    field: field || undefined,
    reason,
    user: userId,
    tenants: tenantIds.length > 0 ? tenantIds : undefined,
    remarks: remarks.length > 0 ? remarks : undefined,
  }));
  await tx.$executeRaw`
    INSERT INTO identity.import_lines (import_id, line, email, normalized_email, result, waiting, field, reason,
      user_id, tenant_ids, remarks)
    SELECT ${importId}::uuid, line, email, coalesce(normalized, email), result, coalesce(waiting, false), field, reason,
      "user", tenants, remarks
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS done(
      line int, email text, normalized text, result identity.import_result, waiting boolean, field text,
      reason text, "user" uuid, tenants uuid[], remarks jsonb)`;
}

const otherThan = (value: string, other: string) => (value === other ? undefined : other);

/** How many lines had which result. */
export function countsOf(results: readonly LineResult[]) {
  const count = (wanted: LineResult['result']) => results.filter(({ result }) => result === wanted).length;
  return {
    created: { increment: count('created') },
    changed: { increment: count('changed') },
    unchanged: { increment: count('unchanged') },
    refused: { increment: count('refused') },
    waiting: { increment: results.filter(({ waiting }) => waiting).length },
    withPassword: { increment: results.filter(({ brings }) => brings?.password).length },
    withSecondFactor: { increment: results.filter(({ brings }) => brings?.factor).length },
    withLinks: { increment: results.filter(({ brings }) => brings?.links).length },
  };
}
