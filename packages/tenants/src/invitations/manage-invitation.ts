import { actorOf, isUuid, newOneTimeSecret, type Principal, reply } from '@org/identity-core';
import { findTenantLook, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { invitationNotFound } from '../access/errors.js';
import type { Access } from '../access/rights.js';
import { changeTenant } from '../tenant/change-tenant.js';
import { revokeInvited } from './change-invited-member.js';
import { invitationLanguage } from './invitation-language.js';
import { invitationMail } from './invitation-mail.js';
import { expiryAfter } from './invitation-status.js';
import { licenseData, licensesOf } from './invited-licenses.js';
import { renewInvitedMembership, requireNoPendingInvitation } from './pending-invitation.js';

interface InvitationKey {
  tenantId: string;
  invitationId: string;
  principal: Principal;
}

/** Sends an invitation again with a new secret and a new expiry; the old link becomes invalid. */
export async function resendInvitation(
  services: Pick<
    IdentityPluginHost,
    'db' | 'events' | 'mail' | 'mailLimits' | 'sendMail' | 'accounts' | 'issuer' | 'brand' | 'services'
  >,
  input: InvitationKey & { language: Language },
) {
  const { db, events, mail, mailLimits, accounts, issuer, brand } = services;
  const { invitationLicenses } = services.services;
  const { tenantId, principal } = input;
  const { secret, secretHash } = newOneTimeSecret();
  await changeTenant({ db, tenantId, principal, right: 'manage invitations' }, async (tx, access) => {
    const open = await findOpenInvitation(tx, access, input);
    await requireNoPendingInvitation(tx, { tenantId, normalizedEmail: open.normalizedEmail, except: open.id });
    const { email, role } = open;
    const licenses = licensesOf(open);
    const invited = { tenantId, invitationId: open.id, membershipId: open.membershipId, email, role };
    const { membershipId, locale } = await renewInvitedMembership(tx, accounts, invited);
    const senderId = principal.kind === 'user' ? principal.userId : null;
    await mailLimits.count(tx, { kind: 'invitation', recipient: open.normalizedEmail, senderId, tenantId });
    const sent = await tx.invitation.update({
      where: { id: open.id },
      data: { secretHash, status: 'PENDING', expiresAt: expiryAfter(open.expiresInDays), membershipId },
      include: { invitedBy: true },
    });
    await events.publish(tx, {
      type: 'invitation.resent',
      tenantId,
      actor: actorOf(principal),
      subjectId: open.id,
      data: licenseData(licenses),
    });
    if (licenses.length > 0) {
      const { id: invitationId, expiresAt } = sent;
      const reservation = { tenantId, invitationId, expiresAt, licenses, actor: actorOf(principal) };
      await invitationLicenses?.reserve(tx, reservation);
    }
    const locales = { invited: locale, inviter: sent.invitedBy?.locale };
    const language = invitationLanguage(locales, input.language);
    const tenant = await findTenantLook(tx, tenantId);
    const message = invitationMail({ invitation: sent, tenant, language, secret, issuer, brand });
    await mail.add(tx, message, { kind: 'invitation', priority: 'low', mentions: sent.invitedBy?.email });
  });
  services.sendMail();
  return { success: true, message: 'The invitation was sent again. The earlier link no longer works.' };
}

/** Revokes an invitation; its link becomes invalid, and its pending membership is removed. */
export function revokeInvitation({ db, events }: Pick<IdentityPluginHost, 'db' | 'events'>, input: InvitationKey) {
  const { tenantId, principal } = input;
  return changeTenant({ db, tenantId, principal, right: 'manage invitations' }, async (tx, access) => {
    const invited = await findOpenInvitation(tx, access, input);
    await revokeInvited(tx, events, { tenantId, actor: actorOf(principal), invited });
    return reply({ success: true, message: 'The invitation was revoked.' });
  });
}

/** An invitation that is neither accepted nor revoked. Call it under the tenant's lock. */
async function findOpenInvitation(tx: Transaction, access: Access, { tenantId, invitationId }: InvitationKey) {
  const invitation = isUuid(invitationId)
    ? await tx.invitation.findFirst({ where: { id: invitationId, tenantId } })
    : null;
  if (!invitation || !['PENDING', 'EXPIRED'].includes(invitation.status)) throw invitationNotFound();
  if (invitation.role === 'owner' && !access.has('manage owners')) throw access.refusal('manage owners');
  return invitation;
}
