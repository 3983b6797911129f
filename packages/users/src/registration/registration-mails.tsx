import { composeMail, type Mail, MailLayout, renderMail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { registrationTexts } from './texts.js';

/** To an email without an account: the link creates one. Of what was typed, the mail contains only the email. */
export function confirmRegistrationMail({ link, hours, ...to }: Recipient & { link: string; hours: number }): Mail {
  const { title, message, action, after } = registrationTexts[to.language].mails.confirmRegistration;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(hours) });
}

/** To the owner of an account, if its email is used for a registration. */
export function accountExistsMail(to: Recipient & { signInLink: string; resetLink: string }): Mail {
  const { email, language, brand, signInLink, resetLink } = to;
  const { title, message, action, forgotten, after } = registrationTexts[language].mails.accountExists;
  const text = message(brand.productName);
  return {
    to: email,
    subject: title,
    text: `${text}\n\n${action}:\n${signInLink}\n\n${forgotten}\n${resetLink}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title={title} action={{ href: signInLink, label: action }} after={after}>
        {text} {forgotten} <a href={resetLink}>{resetLink}</a>
      </MailLayout>,
      language,
    ),
  };
}
