import type { MailTransport } from '@org/identity-core';
import { createTransport } from 'nodemailer';

export interface SmtpOptions {
  /** e.g. `smtps://user:password@mail.example.com` */
  url: string;
  from: string;
}

/** Sends mail by SMTP. If the server does not respond, sending fails after some seconds and the outbox tries again. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transporter = transporterOf(url);
  return {
    async send({ to, subject, text, html }) {
      // An object is exactly one recipient. A string would be parsed as a list.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}

/** Connects and signs in to the mail server without sending mail. Throws if that fails. */
export async function checkSmtp(url: string): Promise<void> {
  await transporterOf(url).verify();
}

function transporterOf(url: string) {
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Content of a mail must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
