import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isMailProvider } from './mail-providers.js';

/** The label in front of the domain whose TXT record proves it. */
export const recordLabel = '_identity-verification';
export const recordType = 'TXT';

/** The name of the record must fit into the 253 characters of a host name. */
const maxLength = 253 - recordLabel.length - 1;
/** As people write it, with spaces around it. */
const maxWritten = 300;
const maxLabel = 63;
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u;
// A URL parser reads these as the end of a host name, or as encoded characters.
const notInNames = /[\s%/:@?#[\]\\]/u;

/** Why a text is not a domain that a tenant can have. */
export type DomainProblem = 'malformed' | 'suffix' | 'mail-provider';

/** The one form in which a domain is stored and compared: ASCII, lower case, without a dot at its end. */
export function normalDomain(text: string): string | undefined {
  // Before anything else looks at it: a page passes on what was entered.
  if (text.length > maxWritten) return undefined;
  const trimmed = text.trim().replace(/\.$/u, '');
  if (trimmed === '' || notInNames.test(trimmed)) return undefined;
  const ascii = domainToASCII(trimmed.toLowerCase());
  if (ascii.length > maxLength || isIP(ascii) !== 0) return undefined;
  const labels = ascii.split('.');
  // The last label of a host name is no number, also if the whole is no IP.
  const isName =
    labels.length >= 2 &&
    labels.every((part) => part.length <= maxLabel && label.test(part)) &&
    !/^\d+$/u.test(labels.at(-1) ?? '');
  return isName && labels.at(-1) !== 'localhost' ? ascii : undefined;
}

// Loaded when it is needed: the list takes many megabytes of memory.
const suffixList = () => import('tldts');

/** What is wrong with a domain in its normal form; undefined if a tenant can have it. */
export async function domainProblem(domain: string | undefined): Promise<DomainProblem | undefined> {
  if (domain === undefined) return 'malformed';
  const { parse } = await suffixList();
  // With the private part of the list: everybody can have a name below github.io, as below co.uk.
  const parsed = parse(domain, { allowPrivateDomains: true });
  if (!parsed.domain) return 'suffix';
  const registrable = { domain: parsed.domain, name: parsed.domainWithoutSuffix ?? '' };
  return isMailProvider(registrable) ? 'mail-provider' : undefined;
}

/** The record that proves a domain. */
export const recordOf = ({ domain, proof }: { domain: string; proof: string }) => ({
  name: `${recordLabel}.${domain}`,
  value: `identity-verification=${proof}`,
});

/** The name of the record as most DNS settings want it: without the zone, which they add by themselves. */
export async function shortRecordName(domain: string): Promise<{ host: string; zone: string }> {
  const { parse } = await suffixList();
  const { subdomain, domain: registrable } = parse(domain, { allowPrivateDomains: true });
  return { host: subdomain ? `${recordLabel}.${subdomain}` : recordLabel, zone: registrable ?? domain };
}
