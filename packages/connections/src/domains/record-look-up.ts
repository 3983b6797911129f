import type { Actor } from '@org/identity-core';
import { afterCommit, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import type { LookUp } from '../dns/look-up.js';
import { recordOf } from './domain-name.js';
import { isTaken, type StoredDomain } from './find-domain.js';
import { lapsedMails } from './lapsed-mails.js';

export type CheckServices = Pick<
  IdentityPluginHost,
  'db' | 'pool' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand' | 'logger'
>;

/** What has become of a domain by a look-up. */
export interface Recorded {
  readonly domain: StoredDomain;
  /** Whether its record was found, but another tenant has verified the domain. */
  readonly taken: boolean;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** A verified domain whose record is missing for so long lapses. */
const lapseAfter = 7 * day;

/** When a domain lapses whose record is missing since then. */
export const lapsesAt = (missingSince: Date) => new Date(missingSince.getTime() + lapseAfter);

/** When the job looks a domain up again: in about a day. The spread keeps many domains from being due at once. */
const nextDue = (now: Date) => new Date(now.getTime() + 23 * hour + Math.random() * 2 * hour);

interface LookedUp {
  readonly domain: StoredDomain;
  readonly looked: LookUp;
  readonly actor: Actor;
  /** The setup link whose visitor has asked for it. */
  readonly setupLinkId?: string | null;
}

/**
 * Writes what a look-up has found, under the tenant's lock. If the DNS could not be reached, nothing changes. Fails with a
 * violation of a unique index if another tenant verifies the domain at the same time.
 */
export async function recordLookUp(
  services: Pick<CheckServices, 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand'>,
  tx: Transaction,
  { domain, looked, actor, setupLinkId = null }: LookedUp,
): Promise<Recorded> {
  if (looked.result === 'unreachable') return { domain, taken: false };
  const { id, tenantId, status } = domain;
  const now = new Date();
  const update = async (data: Partial<StoredDomain>) => tx.domain.update({ where: { id }, data });
  const publish = (type: 'domain.verified' | 'domain.lapsed') =>
    services.events.publish(tx, { type, tenantId, actor, subjectId: id, data: { domain: domain.domain } });
  const checked = { checkedAt: now, ...(status === 'PENDING' ? {} : { dueAt: nextDue(now) }) };

  if (hasRecord(domain, looked.values)) {
    if (status === 'VERIFIED') return { domain: await update({ ...checked, missingSince: null }), taken: false };
    if (await isTaken(tx, domain)) return { domain: await update(checked), taken: true };
    const verified = { status: 'VERIFIED', verifiedAt: now, missingSince: null, dueAt: nextDue(now) } as const;
    // A domain that has lapsed was proven before the link was made.
    const proven = status === 'PENDING' ? { provenByLinkId: setupLinkId } : {};
    const updated = await update({ ...checked, ...verified, ...proven });
    await publish('domain.verified');
    return { domain: updated, taken: false };
  }
  if (status !== 'VERIFIED') return { domain: await update(checked), taken: false };
  const missingSince = domain.missingSince ?? now;
  if (now < lapsesAt(missingSince)) return { domain: await update({ ...checked, missingSince }), taken: false };
  const updated = await update({ ...checked, missingSince, status: 'LAPSED' });
  await publish('domain.lapsed');
  const mails = await lapsedMails(tx, services, updated);
  await services.mail.add(tx, mails, { kind: 'domain-lapsed', priority: 'low' });
  afterCommit(services.sendMail);
  return { domain: updated, taken: false };
}

/** Whether one of the values is that of the record. Some consoles of DNS providers add quotation marks. */
function hasRecord(domain: StoredDomain, values: readonly string[]): boolean {
  const { value } = recordOf(domain);
  return values.some((found) => found.trim().replace(/^"(.*)"$/u, '$1') === value);
}
