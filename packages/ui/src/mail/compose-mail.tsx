import type { Language } from '../language/language.js';
import type { Brand } from '../pages/layout.js';
import type { Mail } from './mail.js';
import { MailLayout, renderMail } from './mail-layout.js';

export interface MailParts {
  email: string;
  brand: Brand;
  /** The language of the recipient, in which the other texts are written. */
  language?: Language;
  /** The subject, and the heading of the HTML part. */
  title: string;
  message: string;
  /** A list below the message. */
  lines?: readonly string[];
  /** A button with a link, if there is something to do. */
  action?: { href: string; label: string };
  after: string;
}

/** A mail with one message, as text and as HTML. Title, message and lines may contain names that other users chose. */
export function composeMail({ email, brand, language, action, after, ...parts }: MailParts): Mail {
  const title = onOneLine(parts.title);
  const message = onOneLine(parts.message);
  const lines = parts.lines?.map(onOneLine) ?? [];
  const list = lines.map((line) => `- ${line}\n`).join('');
  const link = action ? `${action.label}:\n${action.href}\n\n` : '';
  return {
    to: email,
    subject: title,
    text: `${message}\n\n${list === '' ? '' : `${list}\n`}${link}${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title={title} lines={lines} after={after} {...(action ? { action } : {})}>
        {message}
      </MailLayout>,
      language,
    ),
  };
}

/** Removes line breaks and direction marks from a name, so that it cannot change the mail around it. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim();
}
