import { beginningOf, IdentityError } from '@org/identity-core';

/** The kinds of errors of RFC 7644, section 3.12, that this server sends. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

const kinds: ReadonlySet<string> = new Set<ScimType>([
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
]);

/** What other errors are called in SCIM. */
const kindsOfCodes: Readonly<Record<string, ScimType>> = {
  MALFORMED_REQUEST: 'invalidSyntax',
  VALIDATION_FAILED: 'invalidValue',
  GROUP_EXISTS: 'uniqueness',
};

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A request that is not valid: 400. */
export const invalid = (scimType: ScimType, detail: string) =>
  new IdentityError('SCIM_INVALID', detail, { reason: scimType });

/** Another resource has the value already: 409. */
export const notUnique = (detail: string) => new IdentityError('SCIM_CONFLICT', detail, { reason: 'uniqueness' });

export const resourceNotFound = (id: string) =>
  new IdentityError('SCIM_NOT_FOUND', `There is no resource "${beginningOf(id, 100)}" in this directory.`);

export const preconditionFailed = () =>
  new IdentityError('SCIM_PRECONDITION_FAILED', 'The resource has changed: its version is another one now.');

/** The kind of an error; undefined if RFC 7644 has none for it. */
export function scimTypeOf({ code, reason }: Pick<IdentityError, 'code' | 'reason'>): string | undefined {
  return reason !== undefined && kinds.has(reason) ? reason : kindsOfCodes[code];
}

/** The body of every error response. */
export function scimErrorBody(error: IdentityError): unknown {
  const scimType = scimTypeOf(error);
  return {
    schemas: [errorSchema],
    status: String(error.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: detailOf(error),
  };
}

/** The sentence of an error, with the fields that it is about. */
export function detailOf({ message, details = [] }: Pick<IdentityError, 'message' | 'details'>): string {
  return [message, ...details.slice(0, 3).map(({ path, message: why }) => `${path}: ${why}.`)].join(' ');
}
