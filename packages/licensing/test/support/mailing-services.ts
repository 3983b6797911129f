import type { CausedMailLimits } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { noMailLimits } from '@org/identity-testing';
import { seatMails } from '../../src/mails/seat-mails.js';
import { mailWriter } from '../../src/mails/write-mails.js';
import { openTestServices, type TestServices } from './licensed-tenant.js';

export interface MailingServices
  extends Omit<TestServices, 'notedMails'>,
    Pick<
      IdentityPluginHost,
      'mail' | 'notedMails' | 'mailLimits' | 'vault' | 'sendMail' | 'issuer' | 'brand' | 'accounts'
    > {
  /** Writes the mails that were noted, as the server does after each change. */
  writeMails: () => Promise<void>;
  /** The mails that were queued, in order. Those of transactions that failed are among them. */
  queued: { kind: string | undefined; to: string; subject: string; text: string }[];
}

/** Values are not encrypted, but as in the server they are bound to their purpose. */
const plainVault: IdentityPluginHost['vault'] = {
  seal: (purpose, plain) => Uint8Array.from(Buffer.from(JSON.stringify([purpose, Buffer.from(plain).toString()]))),
  open(purpose, sealed) {
    const [bound, plain] = JSON.parse(Buffer.from(sealed).toString()) as [string, string];
    if (bound !== purpose) throw new Error('The value was sealed for another purpose.');
    return Buffer.from(plain);
  },
  digest: (purpose, text) => `${purpose} ${text}`,
};

/** The services of use-cases that send mail. Mails are queued in one statement for any number, as in the server. */
export async function openMailingServices(limits: Partial<CausedMailLimits> = {}): Promise<MailingServices> {
  const services = await openTestServices();
  const queued: MailingServices['queued'] = [];
  const mailing: MailingServices = {
    ...services,
    queued,
    writeMails: () => mailWriter(mailing)(),
    issuer: 'http://localhost:3000',
    brand: { productName: 'Test' },
    sendMail: () => {},
    mailLimits: { max: { ...noMailLimits, ...limits }, count: () => Promise.resolve() },
    vault: plainVault,
    // Only the path of the account's pages is used here.
    accounts: { accountPage: '/account' } as IdentityPluginHost['accounts'],
    mail: {
      async add(tx, mail, options) {
        const mails = 'to' in mail ? [mail] : mail;
        await tx.$executeRaw`
          INSERT INTO identity.outgoing_mails (id, encrypted_message)
          SELECT gen_random_uuid(), '' FROM generate_series(1, ${mails.length})`;
        queued.push(...mails.map(({ to, subject, text }) => ({ kind: options?.kind, to, subject, text })));
      },
    },
    notedMails: {
      noted: () => {},
      async queue({ text, values }, mails) {
        const { rows } = await services.pool.query<{ id: string }>(`WITH ${text} SELECT id FROM taken`, [...values]);
        const taken = mails.filter(({ note }) => rows.some(({ id }) => id === note));
        queued.push(...taken.map(({ kind, mail: { to, subject, text } }) => ({ kind, to, subject, text })));
      },
    },
  };
  services.events.subscribe(seatMails(mailing));
  return mailing;
}
