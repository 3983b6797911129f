import { preconditionFailed } from './scim-error.js';

/** The ETag of a version. It is weak: the same resource may be sent with other attributes. */
export const etagOf = (version: number) => `W/"${version}"`;

/** Whether a header such as `If-Match` names the version. */
function names(header: string, version: number): boolean {
  if (header.trim() === '*') return true;
  // Entra ID and Okta send the tag as they got it. Others leave out W/, which makes no difference here.
  const tags = header.slice(0, 1_000).split(',');
  return tags.some((tag) => tag.trim().replace(/^W\//u, '') === `"${version}"`);
}

/** Throws if the request is for another version. */
export function requireMatch(header: string, version: number): void {
  if (header !== '' && !names(header, version)) throw preconditionFailed();
}

/** Whether the caller has this version already. */
export const isKnown = (header: string, version: number) => header !== '' && names(header, version);
