/**
 * The issuer of Google is that of all organizations, and of everybody with an account of their own there, also with an email
 * of an organization. Only accounts that the organization manages have `hd`.
 */
export const googleIssuer = 'https://accounts.google.com';

/** Hosts of Microsoft whose issuers name a directory in the first part of the path. */
const microsoftHosts = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.windows.net',
  'sts.windows.net',
]);
/** An encoded name could be one of those below. */
const plainName = /^[\w.-]+$/u;
/** Stand for many directories, or for the accounts of private persons, by name and by id. */
const notOneDirectory = new Set(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']);

/**
 * Whether an issuer of Microsoft stands for many directories. The `iss` of its ID tokens names the directory of the user, so
 * no sign-in would be accepted; and whoever has any directory could sign in if it were.
 */
export function isOfManyDirectories(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  const [, directory = ''] = pathname.toLowerCase().split('/');
  return microsoftHosts.has(hostname) && (!plainName.test(directory) || notOneDirectory.has(directory));
}

/** The same issuer; only the slash after a host may be missing. Entity IDs need not be URLs. */
export const isSameIssuer = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
