import type { MailTransport } from '@org/identity-core';
import type { Transporter } from 'nodemailer';

export interface SmtpOptions {
  /** e.g. `smtps://user:password@mail.example.com` */
  url: string;
  from: string;
}

/** Sends mail by SMTP. If the server does not respond, sending fails after some seconds and the outbox tries again. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  let transporter: Promise<Transporter> | undefined;
  return {
    async send({ to, subject, text, html }) {
      transporter ??= transporterOf(url);
      // An object is exactly one recipient. A string would be parsed as a list.
      await (await transporter).sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}

/** Connects and signs in to the mail server without sending mail. Throws if that fails. */
export async function checkSmtp(url: string): Promise<void> {
  await (await transporterOf(url)).verify();
}

/** Loads the library only here: most processes never send by SMTP, and it takes megabytes of memory. */
async function transporterOf(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
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
