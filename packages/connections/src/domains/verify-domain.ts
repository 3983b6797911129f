import { actorOf, rateLimited, reply } from '@org/identity-core';
import {
  changeAsOwner,
  countWithin,
  inTransaction,
  isInOneTransaction,
  type OwnerCall,
  Prisma,
  requireOwner,
} from '@org/identity-prisma';
import { bySetupLink, setupLinkOf } from '../access/setup-caller.js';
import { confirmDomains } from '../confirmation/confirm-by-owner.js';
import type { LookUpTxt } from '../dns/look-up.js';
import { recordOf } from './domain-name.js';
import { domainTaken, findDomain, shownDomain } from './find-domain.js';
import { type CheckServices, recordLookUp } from './record-look-up.js';

const hour = 60 * 60;
/** How often the owners of one tenant can have their domains looked up within an hour. */
export const maxChecksPerHour = 30;

export type VerifyServices = CheckServices & { readonly lookUp: LookUpTxt };

/**
 * Looks the record of a domain up, and verifies the domain if it is there. If it is missing, or if the DNS cannot be
 * reached, the response is the domain as it is: `checkedAt` says when the DNS last answered.
 */
export async function verifyDomain(services: VerifyServices, input: OwnerCall & { domainId: string }) {
  const { db, lookUp } = services;
  const { tenantId, principal } = input;
  await requireOwner(db, { ...input, ...bySetupLink });
  const domain = await findDomain(db, input);
  const limit = { key: `domain_checks:${domain.tenantId}`, max: maxChecksPerHour, seconds: hour };
  await inTransaction(db, async (tx) => {
    const wait = await countWithin(tx, [limit]);
    if (wait !== undefined) throw rateLimited(wait);
  });
  // Before the transaction, because a DNS server may take seconds. A rehearsal is one transaction from its beginning, so it
  // waits for a second at most.
  const looked = await lookUp(recordOf(domain).name, { brief: isInOneTransaction() });
  const recorded = await changeAsOwner(db, { tenantId, principal, ...bySetupLink }, async (tx) => {
    const current = await findDomain(tx, input);
    const { domain: updated, taken } = await recordLookUp(services, tx, {
      domain: current,
      looked,
      actor: actorOf(principal),
      setupLinkId: setupLinkOf(input),
    });
    if (taken) throw domainTaken();
    await confirmDomains(tx, input, { id: current.id });
    return reply(shownDomain(updated));
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? domainTaken() : error;
  });
  return { ...recorded, looked };
}

/** Whether another tenant has verified the domain at the same moment. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
