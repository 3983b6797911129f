import { EnteredEmail, PlainName } from '@org/identity-core';
import type { Values } from '../protocol/read-resource.js';
import { invalid } from '../protocol/scim-error.js';
import { textOf } from '../protocol/text-values.js';
import { emailsOf } from './user-row.js';

/** The email of the account: the primary one, that for work, the first one, or the user name if it is an email. */
export function emailOfUser(values: Values): string {
  const emails = emailsOf(values);
  const chosen =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0] ?? undefined;
  const read = EnteredEmail.safeParse(chosen?.value ?? textOf(values, 'userName') ?? '');
  if (read.success) return read.data;
  throw invalid('invalidValue', 'The user needs an email: a value of "emails", or a user name that is an email.');
}

export interface AccountNames {
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** The names of the account. What is not allowed as a name here is left out. */
export function namesOfUser(values: Values): AccountNames {
  const name = values.get('name');
  const part = (key: string) => (name instanceof Map ? nameOf(name.get(key)) : null);
  const [givenName, familyName] = [part('givenName'), part('familyName')];
  const full = [givenName, familyName].filter((one) => one !== null).join(' ');
  const displayName = nameOf(textOf(values, 'displayName')) ?? part('formatted') ?? nameOf(full);
  return { displayName, givenName, familyName };
}

function nameOf(value: unknown): string | null {
  const read = PlainName.safeParse(value);
  return read.success ? read.data : null;
}

/** The names that a new account gets. */
export function newNames({ displayName, givenName, familyName }: AccountNames) {
  return {
    ...(displayName === null ? {} : { displayName }),
    ...(givenName === null ? {} : { givenName }),
    ...(familyName === null ? {} : { familyName }),
  };
}
