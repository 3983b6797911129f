import {
  type Actor,
  accountClientId,
  actorOf,
  type InvitedLicense,
  newOneTimeSecret,
  type Principal,
  type Role,
} from '@org/identity-core';
import { findTenantLook, type IdentityPluginHost, type Transaction, uuidV7 } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { invitationLanguage } from './invitation-language.js';
import { invitationMail } from './invitation-mail.js';
import { expiryAfter } from './invitation-status.js';
import { licenseData } from './invited-licenses.js';
import { addInvitedMembership, requireNoPendingInvitation } from './pending-invitation.js';

export type InvitationServices = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'mail' | 'mailLimits' | 'sendMail' | 'accounts' | 'issuer' | 'brand' | 'services'
>;

export interface InvitationInput {
  tenantId: string;
  principal: Principal;
  email: string;
  role: Role;
  expiresInDays: number;
  /** A seat of each is reserved, or nobody is invited. */
  licenses?: readonly InvitedLicense[] | undefined;
  /** The language of the mail, if nothing else is known. */
  language: Language;
}

/** An invitation by somebody who may invite. */
export interface NewInvitation extends Omit<InvitationInput, 'principal'> {
  readonly actor: Actor;
  /** The application that accepting leads to. */
  readonly clientId: string | null;
}

/** The caller of a request as the one who invites. */
export function inviterOf(principal: Principal): Pick<NewInvitation, 'actor' | 'clientId'> {
  return { actor: actorOf(principal), clientId: clientToOpen(principal) };
}

/** Accepting leads to this client, so it must be one of the operator's own. The console is no client to return to. */
function clientToOpen(principal: Principal): string | null {
  const isOwn = principal.kind === 'user' && principal.firstParty && principal.clientId !== accountClientId;
  return isOwn ? principal.clientId : null;
}

/**
 * Adds the pending invitation, its event and the mail with its link. The caller has checked who may invite, and has locked the
 * tenant or just added it.
 */
export async function addInvitation(tx: Transaction, services: InvitationServices, input: NewInvitation) {
  const { events, mail, mailLimits, accounts, issuer, brand } = services;
  const { tenantId, actor, clientId, email, role, expiresInDays, licenses = [] } = input;
  const normalizedEmail = accounts.normalizeEmail(email);
  const { secret, secretHash } = newOneTimeSecret();
  await requireNoPendingInvitation(tx, { tenantId, normalizedEmail });
  const id = uuidV7();
  const invited = { tenantId, invitationId: id, email, role };
  const { membershipId, locale } = await addInvitedMembership(tx, accounts, invited);
  const invitedById = actor.kind === 'user' ? actor.id : null;
  await mailLimits.count(tx, { kind: 'invitation', recipient: normalizedEmail, senderId: invitedById, tenantId });
  const data = {
    id,
    tenantId,
    email,
    normalizedEmail,
    role,
    secretHash,
    expiresInDays,
    expiresAt: expiryAfter(expiresInDays),
    invitedById,
    clientId,
    membershipId,
    licenses: licenses.map((license) => ({ ...license })),
  };
  const created = await tx.invitation.create({ data, include: { invitedBy: true } });
  await events.publish(tx, {
    type: 'invitation.created',
    tenantId,
    actor,
    subjectId: created.id,
    data: { role, ...licenseData(licenses) },
  });
  if (licenses.length > 0) {
    const { expiresAt } = created;
    const reservation = { tenantId, invitationId: id, expiresAt, licenses, actor };
    await services.services.invitationLicenses?.reserve(tx, reservation);
  }
  const locales = { invited: locale, inviter: created.invitedBy?.locale };
  const language = invitationLanguage(locales, input.language);
  const tenant = await findTenantLook(tx, tenantId);
  const message = invitationMail({ invitation: created, tenant, language, secret, issuer, brand });
  await mail.add(tx, message, { kind: 'invitation', priority: 'low', mentions: created.invitedBy?.email });
  return { ...created, licenses: [...licenses] };
}
