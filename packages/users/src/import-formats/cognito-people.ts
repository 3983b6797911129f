import { z } from 'zod';
import type { Notes } from './person-fields.js';
import { compact, needEmail, readEntry, readLocale, readTime, Text } from './person-fields.js';

/** The attributes of a user, as columns of a CSV file or as the list of `aws cognito-idp list-users`. */
const Row = z.object({
  sub: Text,
  'cognito:username': Text,
  email: Text,
  email_verified: Text,
  name: Text,
  given_name: Text,
  family_name: Text,
  locale: Text,
  zoneinfo: Text,
});

const Listed = z.object({
  Username: Text,
  Attributes: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Enabled: z.boolean().optional(),
  UserCreateDate: z.union([z.string(), z.number()]).optional(),
});

/** A user of a Cognito user pool. */
export function readCognito(value: unknown, notes: Notes) {
  notes.add('Cognito gives out neither passwords nor second factors: users set a new password by mail.');
  notes.add('Groups, custom attributes and linked providers of Cognito are not carried over.');
  const listed = readEntry(Listed, value);
  const attributes = listed.Attributes.map(({ Name, Value }) => [Name, Value] as const);
  const row = readEntry(Row, attributes.length > 0 ? Object.fromEntries(attributes) : value);
  return compact({
    email: needEmail(row.email),
    emailVerified: row.email_verified?.toLowerCase() === 'true',
    externalId: row.sub ?? row['cognito:username'] ?? listed.Username,
    displayName: row.name,
    givenName: row.given_name,
    familyName: row.family_name,
    locale: readLocale(row.locale),
    zoneinfo: row.zoneinfo,
    createdAt: readTime(listed.UserCreateDate),
    disabled: listed.Enabled === undefined ? undefined : !listed.Enabled,
  });
}
