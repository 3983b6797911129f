import { describeFields, Id, nameSchema, text } from '@org/identity-core';
import { z } from 'zod';

/*
 * The shapes of SCIM as the router sees them. The attributes are read by the schemas of the protocol, which say more than
 * these can: see `protocol/`.
 */

export const ScimParams = z.object({ directoryId: Id });
export const ScimResourceParams = z.object({ directoryId: Id, resourceId: z.string().max(200) });
/** Names are compared in any case, so all are let through here, and refused later. */
export const PlainQuery = z.looseObject({
  filter: text(1_000).optional(),
  startIndex: text(20).optional(),
  count: text(20).optional(),
  attributes: text(2_000).optional(),
  excludedAttributes: text(2_000).optional(),
});
export const ScimBody = z.record(z.string().max(300), z.unknown());
export const ScimResource = z.record(z.string(), z.unknown());

describeFields(ScimParams, { directoryId: 'The directory, as its base URL names it.' });
describeFields(ScimResourceParams, { resourceId: 'The SCIM id of the resource.' }, ScimParams);
describeFields(PlainQuery, {
  filter: 'What the resources have in common, such as: userName eq "ann@acme.test".',
  startIndex: 'The first resource of the response; the first of all is 1.',
  count: 'How many resources the response has at most.',
  attributes: 'The attributes that the response has, separated by commas.',
  excludedAttributes: 'The attributes that the response does not have, separated by commas.',
});
nameSchema(ScimBody, 'ScimRequest');
nameSchema(ScimResource, 'ScimResource');
