import type { IdentityPluginHost } from '@org/identity-prisma';
import { seatMails } from '../../src/mails/seat-mails.js';
import { openTestServices, type TestServices } from './licensed-tenant.js';

export interface MailingServices
  extends TestServices,
    Pick<IdentityPluginHost, 'mail' | 'sendMail' | 'issuer' | 'brand' | 'accounts'> {
  /** The mails that were queued, in order. Those of transactions that failed are among them. */
  queued: { kind: string | undefined; to: string; subject: string }[];
}

/** The services of use-cases that send mail. Mails are queued in one statement for any number, as in the server. */
export async function openMailingServices(): Promise<MailingServices> {
  const services = await openTestServices();
  const queued: MailingServices['queued'] = [];
  const mailing: MailingServices = {
    ...services,
    queued,
    issuer: 'http://localhost:3000',
    brand: { productName: 'Test' },
    sendMail: () => {},
    // Only the path of the account's pages is used here.
    accounts: { accountPage: '/account' } as IdentityPluginHost['accounts'],
    mail: {
      async add(tx, mail, options) {
        const mails = 'to' in mail ? [mail] : mail;
        await tx.$executeRaw`
          INSERT INTO identity.outgoing_mails (id, encrypted_message)
          SELECT gen_random_uuid(), '' FROM generate_series(1, ${mails.length})`;
        queued.push(...mails.map(({ to, subject }) => ({ kind: options?.kind, to, subject })));
      },
    },
  };
  services.events.subscribe(seatMails(mailing));
  return mailing;
}
