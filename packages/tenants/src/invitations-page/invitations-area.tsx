import {
  cutText,
  fieldErrors,
  IdentityError,
  managesTenant,
  ofTenant,
  queryInteger,
  readForm,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { inviteMany, maxInvited } from '../invitations/invite-many.js';
import { getInvitation, pageOfInvitations } from '../invitations/list-invitations.js';
import { resendInvitation, revokeInvitation } from '../invitations/manage-invitation.js';
import { pastedEmails } from '../invitations/pasted-emails.js';
import { InvitationStatus, InvitedLicenses, RoleName } from '../schemas.js';
import { InvitationsContent, InvitedContent } from './invitations-content.js';
import { nobodyInvited, whyNobody } from './nobody-invited.js';
import { invitationsPageTexts } from './texts.js';

const rowsPerPage = 50;
/** As many licenses as one invitation can have. */
const maxApplications = 20;

const areaTexts = textsOf(invitationsPageTexts, ({ manage: { name, title, notices, refusals } }) => ({
  name,
  title,
  notices,
  refusals,
}));

const InviteForm = z.object({
  // As long as the largest form; each email is checked on its own.
  emails: cutText(100 * 1024),
  role: RoleName,
  days: queryInteger({ min: 1, max: 90, normal: 7 }),
});

/** The invitations of a tenant: invite one or many, send again, revoke. */
export function invitationsArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'invitations',
    order: 20,
    group: 'people',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, refused) {
      const { principal, tenant, query } = visit;
      const status = InvitationStatus.safeParse(query['status']).data ?? 'PENDING';
      const input = { tenantId: tenant.id, principal, status, limit: rowsPerPage, after: query['after'] };
      const page = await pageOfInvitations(host.db, input);
      const choices = (await host.services.invitationLicenses?.choices(tenant.id))?.slice(0, maxApplications);
      const ids = page.invitations.flatMap(({ licenses }) => licenses.flatMap((license) => Object.values(license)));
      const names = await host.namesOf(ids, { tenantId: tenant.id });
      return <InvitationsContent {...{ visit, status, page, choices, names }} refused={refused ?? {}} />;
    },
    errorsOf(refusal, language) {
      const { refusals } = invitationsPageTexts[language].manage;
      const why = whyNobody(refusal, language);
      if (why !== undefined) return { emails: why };
      return fieldErrors(refusal, { fields: { emails: refusal.text, days: refusals.days } });
    },
    async needsFreshSignIn(visit) {
      const action = actionOf(visit);
      if (action.kind === 'invite') return visit.form['role'] === 'owner';
      // Sending it again makes a new link with which somebody becomes an owner.
      return action.kind === 'resend' && (await getInvitation(host.db, action.invitation)).role === 'owner';
    },
    async confirm(visit) {
      const action = actionOf(visit);
      if (action.kind !== 'revoke') return undefined;
      const { email } = await getInvitation(host.db, action.invitation);
      const { title, button, facts } = invitationsPageTexts[visit.language].manage.revoking;
      return { title: title(email), button, facts };
    },
    async act(visit) {
      const action = actionOf(visit);
      if (action.kind === 'invite') return { show: await invite(host, visit) };
      if (action.kind === 'resend') {
        await resendInvitation(host, { ...action.invitation, language: visit.language });
        return { done: 'resent' };
      }
      await revokeInvitation(host, action.invitation);
      return { done: 'revoked' };
    },
  };
}

/** Exactly one of the page's buttons was pressed. */
function actionOf({ form, tenant, principal }: TenantVisit) {
  const pressed = (['invite', 'resend', 'revoke'] as const).filter((name) => form[name] !== undefined);
  const [kind] = pressed;
  if (kind === undefined || pressed.length > 1)
    throw new IdentityError('VALIDATION_FAILED', 'Press one button of the page.');
  const invitation = { tenantId: tenant.id, principal, invitationId: form[kind] ?? '' };
  return kind === 'invite' ? { kind } : { kind, invitation };
}

async function invite(host: IdentityPluginHost, { form, tenant, principal, language, base }: TenantVisit) {
  const { emails: text, role, days } = readForm(InviteForm, { ...form, emails: form['emails'] ?? '' });
  const emails = pastedEmails(text);
  if (emails.length === 0) throw refusedList('NO_EMAILS');
  if (emails.length > maxInvited) throw refusedList('TOO_MANY_EMAILS');
  const licenses = host.services.invitationLicenses ? chosenLicenses(form) : [];
  const input = { tenantId: tenant.id, principal, emails, role, expiresInDays: days, licenses, language };
  const lines = await inviteMany(host, input);
  if (lines.every(({ result }) => result !== 'invited')) throw nobodyInvited(lines);
  return <InvitedContent lines={lines} back={`${base}/invitations`} />;
}

/** The licenses of the selects `license.<application id>`. */
function chosenLicenses(form: TenantVisit['form']) {
  const licenses = checkedIds(form, 'license')
    .map((applicationId) => ({ applicationId, licenseTypeId: form[`license.${applicationId}`] }))
    .filter(({ licenseTypeId }) => licenseTypeId);
  return readForm(z.object({ licenses: InvitedLicenses }), { licenses }).licenses;
}

const refusedList = (reason: 'NO_EMAILS' | 'TOO_MANY_EMAILS') =>
  new IdentityError('VALIDATION_FAILED', `Enter 1 to ${maxInvited} emails.`, {
    reason,
    details: [{ path: 'emails', message: `must have 1 to ${maxInvited} emails` }],
  });
