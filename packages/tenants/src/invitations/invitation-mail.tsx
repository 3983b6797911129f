import { brandInMail } from '@org/identity-core';
import type { TenantLook } from '@org/identity-prisma';
import {
  type Brand,
  emailInMail,
  type Language,
  type Mail,
  MailLayout,
  nameInMail,
  renderMail,
} from '@org/identity-ui';
import { invitationsTexts } from './texts.js';

export interface InvitationMailInput {
  invitation: {
    email: string;
    expiresAt: Date;
    invitedBy: { displayName: string | null; email: string } | null;
  };
  tenant: TenantLook;
  language: Language;
  secret: string;
  issuer: string;
  /** That of the deployment. */
  brand: Brand;
}

/** The mail with the link that accepts an invitation. */
export function invitationMail(input: InvitationMailInput): Mail {
  const { invitation, language, secret, issuer, brand } = input;
  const texts = invitationsTexts[language].invitationMail;
  const link = `${issuer}/invitations/${secret}`;
  const tenant = nameInMail(input.tenant.name);
  const inviter = inviterInMail(invitation.invitedBy) ?? brand.productName;
  const after = texts.after(invitation.expiresAt);
  return {
    to: invitation.email,
    subject: texts.subject(inviter, tenant),
    text: `${texts.message(inviter, tenant)}\n\n${texts.accept}:\n${link}\n\n${after}\n`,
    html: renderMail(
      <MailLayout
        brand={brandInMail(brand, input.tenant, issuer)}
        title={texts.title(tenant)}
        action={{ href: link, label: texts.accept }}
        after={after}
      >
        {texts.messageParts(<strong>{inviter}</strong>, <strong>{tenant}</strong>)}
      </MailLayout>,
      language,
    ),
  };
}

function inviterInMail(inviter: InvitationMailInput['invitation']['invitedBy']): string | undefined {
  if (!inviter) return undefined;
  return inviter.displayName ? nameInMail(inviter.displayName) : emailInMail(inviter.email);
}
