import { type Brand, type Mail, MailLayout, onOneLine, renderMail } from '@org/identity-core';

export interface InvitationMailInput {
  invitation: {
    email: string;
    expiresAt: Date;
    tenant: { name: string };
    invitedBy: { displayName: string | null; email: string } | null;
  };
  secret: string;
  issuer: string;
  brand: Brand;
}

/** The mail with the one link that accepts an invitation. */
export function invitationMail({ invitation, secret, issuer, brand }: InvitationMailInput): Mail {
  const link = `${issuer}/invitations/${secret}`;
  const tenant = onOneLine(invitation.tenant.name);
  const inviter = onOneLine(invitation.invitedBy?.displayName ?? invitation.invitedBy?.email ?? brand.productName);
  const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(invitation.expiresAt);
  const after = `The link works until ${until} (UTC) and only once. If you did not expect this mail, you can ignore it.`;
  return {
    to: invitation.email,
    subject: `${inviter} invites you to ${tenant}`,
    text: `${inviter} invites you to join ${tenant}.\n\nAccept the invitation:\n${link}\n\n${after}\n`,
    html: renderMail(
      <MailLayout
        brand={brand}
        title={`Join ${tenant}`}
        action={{ href: link, label: 'Accept the invitation' }}
        after={after}
      >
        <strong>{inviter}</strong> invites you to join <strong>{tenant}</strong>.
      </MailLayout>,
    ),
  };
}
