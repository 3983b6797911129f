import { actorOf, IdentityError, newOneTimeSecret, reply, userOnly } from '@org/identity-core';
import { changeAsFreshOwner, findTenantLook, type IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { OwnerCall } from '../access/owner-call.js';
import { setupLinkMail } from './setup-link-mail.js';

/** How long a link can be used. */
export const setupDays = 7;
/** The most links of a tenant that can be used at the same time. */
export const maxSetupLinks = 10;

type Services = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'mail' | 'mailLimits' | 'sendMail' | 'accounts' | 'issuer' | 'brand'
>;

interface NewLink extends OwnerCall {
  readonly email: string;
  /** The language of the mail. */
  readonly language: Language;
}

/** Mails a link with which somebody without an account sets up the tenant's sign-in. It ends with the owner's own right. */
export async function createSetupLink(services: Services, { email, language, ...call }: NewLink) {
  const { db, events, mail, mailLimits, accounts, issuer, brand } = services;
  const { tenantId, principal } = call;
  const link = await changeAsFreshOwner(db, call, async (tx) => {
    const open = { tenantId, withdrawnAt: null, expiresAt: { gt: new Date() } };
    if ((await tx.setupLink.count({ where: open })) >= maxSetupLinks) throw tooManyLinks();
    const { userId: createdById } = userOnly(principal);
    const recipient = accounts.normalizeEmail(email);
    await mailLimits.count(tx, { kind: 'setup-link', recipient, senderId: createdById, tenantId });
    const { secret, secretHash } = newOneTimeSecret();
    const expiresAt = new Date(Date.now() + setupDays * 24 * 60 * 60 * 1000);
    const created = await tx.setupLink.create({
      data: { tenantId, createdById, email, secretHash, expiresAt },
      include: { createdBy: { select: { displayName: true, email: true } } },
    });
    const { id, createdBy } = created;
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'setup_link.created', tenantId, actor, subjectId: id, data: {} });
    const tenant = await findTenantLook(tx, tenantId);
    const message = setupLinkMail({ email, expiresAt, sender: createdBy, tenant, language, secret, issuer, brand });
    await mail.add(tx, message, { kind: 'setup-link', priority: 'low', mentions: createdBy.email });
    return reply({ id, email, expiresAt });
  });
  services.sendMail();
  return link;
}

const tooManyLinks = () =>
  new IdentityError('VALIDATION_FAILED', `There can be ${maxSetupLinks} setup links at most. Withdraw one first.`, {
    reason: 'TOO_MANY_SETUP_LINKS',
  });
