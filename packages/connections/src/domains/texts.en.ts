import { line } from '@org/identity-ui';

/** The mail about a domain that is no longer verified. Names are made safe for mails before they come here. */
export const lapsed = {
  title: (domain: string) => line`${domain} is no longer verified`,
  message: (domain: string, record: string) =>
    line`The TXT record ${record} has been missing for a week. So ${domain} is no longer verified: single sign-on of this domain is off, and nobody is added to the organization by it. Members stay members.`,
  open: 'Open the domain',
  advice: 'Publish the record again. It is then found within a day, or at once if you check it on that page.',
  why: (tenant: string) => line`You get this email because you are an owner of ${tenant}.`,
};
