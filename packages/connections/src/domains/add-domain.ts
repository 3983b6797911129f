import { randomBytes } from 'node:crypto';
import { actorOf, IdentityError, reply, validationFailed } from '@org/identity-core';
import { changeAsOwner, type IdentityPluginHost, type OwnerCall } from '@org/identity-prisma';
import { bySetupLink, setupLinkOf } from '../access/setup-caller.js';
import { type DomainProblem, domainProblem } from './domain-name.js';
import { requireNotTaken, shownDomain } from './find-domain.js';

/** The most domains that a tenant can have. */
export const maxDomains = 50;

const problems: Readonly<Record<DomainProblem, string>> = {
  malformed: 'must be a domain such as acme.com',
  suffix: 'must not be a public suffix: everybody can have a name below it',
  'mail-provider': 'must not be of a public mail provider',
};

/** Adds a domain that is not verified yet. The domain is in its normal form. */
export async function addDomain(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { domain, ...call }: OwnerCall & { domain: string },
) {
  const { tenantId, principal } = call;
  const problem = await domainProblem(domain);
  if (problem) throw validationFailed([{ path: 'domain', message: problems[problem] }]);
  return changeAsOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const where = { tenantId_domain: { tenantId, domain } };
    if (await tx.domain.findUnique({ where, select: { id: true } })) throw domainExists();
    await requireNotTaken(tx, { tenantId, domain });
    if ((await tx.domain.count({ where: { tenantId } })) >= maxDomains) throw tooManyDomains();
    // Only letters and digits: a double click selects all of it.
    const proof = randomBytes(20).toString('hex');
    const added = await tx.domain.create({ data: { tenantId, domain, proof, setupLinkId: setupLinkOf(call) } });
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'domain.added', tenantId, actor, subjectId: added.id, data: { domain } });
    return reply(shownDomain(added));
  });
}

const domainExists = () => new IdentityError('DOMAIN_EXISTS', 'The tenant already has this domain.');

const tooManyDomains = () =>
  new IdentityError('VALIDATION_FAILED', `A tenant can have ${maxDomains} domains at most. Remove one first.`, {
    reason: 'TOO_MANY_DOMAINS',
  });
