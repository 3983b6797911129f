import { isUuid, type Principal, validationFailed } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, requireTenant } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';
import { closePast } from '../history/close-past.js';
import { readStatement } from './read-statement.js';

/** The `typ` of a statement's JWT. */
export const statementType = 'license-statement+jwt';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const maxDays = 366;
const readMilliseconds = 60_000;

export interface StatementRange {
  /** As it was asked for, and as it is in the statement. */
  from: { readonly text: string; readonly time: Date };
  /** `time` is the first moment after the range. */
  to: { readonly text: string; readonly time: Date };
}

export interface StatementInput extends StatementRange {
  tenantId: string;
  applicationId: string;
}

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'signer'>;

/** A signed statement of the seats that a tenant bought and held of an application, for a super admin or a machine. */
export async function createStatement(
  services: Services,
  { principal, ...input }: StatementInput & { principal: Principal },
): Promise<{ statement: string }> {
  await requireTenant(services.db, { tenantId: input.tenantId, principal });
  return { statement: await signStatement(services, input) };
}

/** Reads and signs a statement. The same past, signed by the same key, gives the same bytes. */
export async function signStatement(services: Services, input: StatementInput): Promise<string> {
  const { db } = services;
  const { from, to } = input;
  const [tenantId, applicationId] = [input.tenantId.toLowerCase(), input.applicationId.toLowerCase()];
  const now = await readClock(db);
  requireRange({ from, to }, now);
  await requireKnown(db, { tenantId, applicationId });
  await closePast(services, { tenantId, applicationId });
  const range = { tenantId, applicationId, start: from.time, end: to.time };
  // A million periods take long. A tenant's transactions use only a part of the connections.
  const options = { db, tenantId, locks: 'seats', timeout: readMilliseconds } as const;
  const facts = await inTenantTransaction(options, (tx) => readStatement(tx, range));
  const sign = await services.signer.prepare({ typ: statementType });
  return sign({
    tenantId,
    applicationId,
    from: from.text,
    to: to.text,
    // Today has not ended, so its values may still change.
    final: to.time <= now,
    ...facts,
  });
}

/** The time of the database, which also dates the periods. */
async function readClock(db: Services['db']): Promise<Date> {
  const [{ now } = { now: new Date() }] = await db.$queryRaw<{ now: Date }[]>`SELECT statement_timestamp() AS now`;
  return now;
}

function requireRange({ from, to }: StatementRange, now: Date): void {
  const problem = (path: string, message: string) => validationFailed([{ path, message }]);
  // A date names the whole day, so the one of today is not in the future.
  const isDate = !to.text.includes('T');
  const future = isDate ? to.text > now.toISOString().slice(0, 10) : to.time > now;
  if (future) throw problem('to', 'must not be in the future');
  if (from.time >= to.time) throw problem('to', 'must not be before from');
  if (to.time.getTime() - from.time.getTime() > maxDays * dayMilliseconds)
    throw problem('to', `must be at most ${maxDays} days after from`);
}

/** An application that is gone is known as long as the tenant once had a subscription of it. */
async function requireKnown(
  db: Services['db'],
  { tenantId, applicationId }: Pick<StatementInput, 'tenantId' | 'applicationId'>,
): Promise<void> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  const select = { id: true };
  const found =
    (await db.application.findUnique({ where: { id: applicationId }, select })) ??
    (await db.subscriptionTerm.findFirst({ where: { tenantId, applicationId }, select }));
  if (!found) throw invalidApplicationId();
}
