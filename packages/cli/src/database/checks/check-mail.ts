import { checkSmtp } from '@org/identity-runtime/background/mail/smtp-transport';
import type { Pool } from 'pg';
import type { Invocation } from '../../line/command.js';
import { describeError } from '../../line/describe-error.js';
import type { Finding } from './finding.js';

const check = 'mail';

/** Signs in to the mail server without sending anything. */
export async function checkMail({ environment }: Pick<Invocation, 'environment'>): Promise<Finding> {
  const url = environment['SMTP_URL'];
  if (!url) {
    const message = 'SMTP_URL is not set: without a transport, mail stays queued in the database.';
    const advice = 'Set SMTP_URL and MAIL_FROM, or give the server another transport.';
    return { check, status: environment['NODE_ENV'] === 'production' ? 'warning' : 'skipped', message, advice };
  }
  if (!URL.canParse(url) || !/^smtps?:\/\/./u.test(url)) {
    const advice = 'Set SMTP_URL to a URL such as smtps://user:password@mail.example.com.';
    return { check, status: 'problem', message: 'SMTP_URL is not an smtp:// or smtps:// URL.', advice };
  }
  const { host } = new URL(url);
  try {
    await checkSmtp(url);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'EAUTH';
    const advice = refused
      ? 'Correct the user and password in SMTP_URL (percent-encode special characters).'
      : `Start the mail server, check host, port and scheme (smtps:// for port 465) in SMTP_URL, and allow connections from this machine to ${host}.`;
    return {
      check,
      status: 'problem',
      message: `The connection to the mail server ${host} failed: ${describeError(error)}.`,
      advice,
    };
  }
  if (!environment['MAIL_FROM']) {
    const message = `The mail server ${host} responds, but MAIL_FROM is not set.`;
    return {
      check,
      status: 'warning',
      message,
      advice: 'Set MAIL_FROM to an email that the mail server accepts as sender.',
    };
  }
  return { check, status: 'ok', message: `The mail server ${host} responds.` };
}

/** Checks for mail that was given up or has waited for more than an hour. */
export async function checkMailQueue(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ given_up: number; late: number }>(
    `SELECT count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS given_up,
       count(*) FILTER (WHERE failed_at IS NULL AND created_at < now() - interval '1 hour')::int AS late
     FROM identity.outgoing_mails`,
  );
  const { given_up: givenUp = 0, late = 0 } = rows[0] ?? {};
  if (givenUp + late === 0) return { check, status: 'ok', message: 'No mail is late.' };
  const message = `${late} mail(s) have waited for more than an hour, ${givenUp} were given up.`;
  return { check, status: 'warning', message, advice: 'See last_error in the table identity.outgoing_mails.' };
}
