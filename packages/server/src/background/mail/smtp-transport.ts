import type { MailTransport } from '@org/identity-core';
import { createTransport } from 'nodemailer';

export interface SmtpOptions {
  /** e.g. `smtps://user:password@mail.example.com` */
  url: string;
  from: string;
}

/** Sends mail by SMTP. A server that does not answer is given up after some seconds; the outbox tries again. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transporter = transporterOf(url);
  return {
    async send({ to, subject, text, html }) {
      // An object is one address; a string would be parsed as a list of them.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}

/** Throws unless the mail server answers and lets us in; no mail is sent. */
export async function checkSmtp(url: string): Promise<void> {
  await transporterOf(url).verify();
}

function transporterOf(url: string) {
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A mail is text of ours: nothing in it may make us read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
