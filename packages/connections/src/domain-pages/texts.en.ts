import { line } from '@org/identity-ui';

/** The page about single sign-on of a tenant. */
export const signOn = {
  name: 'Single sign-on',
  title: 'Single sign-on',
  lead: 'Let people sign in with the account that they have at your organization. First prove that a domain is yours. Then connect the identity provider whose users have email addresses of this domain.',
  domains: 'Domains',
  domainsEmpty: 'No domains yet.',
  domain: 'Domain',
  state: 'State',
  checked: 'Last checked',
  never: 'Not yet',
  addHeading: 'Add a domain',
  addLabel: 'Domain',
  addHint: 'The part of your email addresses after the @, such as acme.com. You need access to its DNS settings.',
  add: 'Continue',
};

/** A domain's state. */
export const states = { PENDING: 'Not verified yet', VERIFIED: 'Verified', LAPSED: 'No longer verified' };

/** One domain, and how to prove it. */
export const domain = {
  name: 'Domain',
  pending: (name: string) =>
    line`A record in the DNS of ${name} proves that the domain is yours. Anyone who manages your DNS can add it, for example your IT department or your web host.`,
  verified: 'This domain is verified.',
  connectHeading: 'Next: connect your identity provider',
  connectLead:
    'Then people with email addresses of this domain sign in with the account that they have at your organization.',
  connect: 'Add a connection',
  checked: 'Last checked',
  keep: 'Keep the record in your DNS: it is checked every day. If it is missing for a week, the domain is no longer verified, and single sign-on of this domain stops.',
  missing: (since: string, until: string) =>
    line`The record has been missing since ${since}. Add it again by ${until}, or the domain will no longer be verified.`,
  lapsed:
    'This domain is no longer verified, because its record was missing for a week. Members stay members, but nobody is added or signed in by this domain. Add the record again.',
  settings: '1. Open the DNS settings',
  settingsLead: (name: string) =>
    line`Sign in where the domain ${name} is managed, and open its DNS settings. They are often called “DNS records”, “Zone editor” or “Name server settings”.`,
  add: '2. Add this record',
  kept: 'The record',
  type: 'Type',
  shortName: 'Name or host',
  shortNameHint: (zone: string) => line`Most DNS settings want only this part, and add ${zone} to it by themselves.`,
  fullName: 'The full name',
  fullNameHint: 'If your DNS settings want the whole name. Some want a dot at its end.',
  value: 'Value or content',
  valueHint: 'All of it, without spaces and quotation marks.',
  lifetime: 'TTL',
  lifetimeHint: 'Leave it as it is suggested, for example 3600 seconds. It does not matter here.',
  check: '3. Check it',
  checkLead:
    'A new record is often found within minutes. Some DNS providers need a few hours. You can close this page and come back.',
  checkNow: 'Check now',
  checkAgain: 'Check again',
  deleteTitle: 'Remove this domain',
  deleteHint: 'Its users can then no longer sign in through a connection. Members stay members.',
  delete: 'Remove domain',
};

/** What a check has found. */
export const found = {
  missing: (record: string) =>
    line`The record was not found yet. The DNS has no TXT record with the name ${record}. If you have just added it, try again in a few minutes.`,
  other: 'There is a TXT record with this name, but it has another value. Compare it with the value below.',
  values: 'What the DNS says',
  unreachable:
    'The DNS servers of this domain did not respond, so nothing could be checked and nothing has changed. Try again in a few minutes.',
};

export const confirm = {
  title: (name: string) => line`Remove the domain ${name}?`,
  button: 'Remove domain',
  facts: ['Members stay members.', 'To add the domain again, you will need a new record.'],
};

export const notices = {
  added: 'The domain was added. Now prove that it is yours.',
  verified: 'The record was found.',
  removed: 'The domain was removed.',
};

export const refusals = {
  DOMAIN_EXISTS: 'Your organization already has this domain.',
  DOMAIN_TAKEN:
    'Another organization has verified this domain. It has to remove the domain before you can use it. If you do not know who that is, ask the support.',
  DOMAIN_IN_USE:
    'An active connection signs the users of this domain in. Disable the connection first. Nothing was changed.',
  TOO_MANY_DOMAINS: 'An organization can have 50 domains at most.',
  DOMAIN_MALFORMED: 'Enter a domain such as acme.com.',
  DOMAIN_SUFFIX: 'This is not a domain of one organization: everybody can have a name below it.',
  DOMAIN_MAIL_PROVIDER: 'Everybody can have an email address of this provider. Enter a domain of your organization.',
};
