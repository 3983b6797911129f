import { isUuid } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import type { Values } from '../protocol/read-resource.js';
import { resourceNotFound } from '../protocol/scim-error.js';
import { fromJson, toJson } from '../protocol/stored-values.js';
import { keyOf, textOf } from '../protocol/text-values.js';
import { userType } from '../protocol/user-schema.js';

export type UserRow = Prisma.DirectoryUserGetPayload<object>;

/** The columns of a resource that have their own place. All other attributes are in one. */
const columns = new Set(['userName', 'externalId', 'active']);

/** A user of the directory, or throws. */
export async function findUser(
  db: Transaction,
  { directoryId, id }: { directoryId: string; id: string },
): Promise<UserRow> {
  const row = isUuid(id) ? await db.directoryUser.findFirst({ where: { id, directoryId } }) : null;
  if (!row) throw resourceNotFound(id);
  return row;
}

/** The writable values of a stored user. */
export function valuesOf({ userName, externalId, active, attributes }: UserRow): Values {
  const values = fromJson(userType, attributes as Record<string, unknown>);
  values.set('userName', userName).set('active', active);
  if (externalId !== null) values.set('externalId', externalId);
  return values;
}

/** The values as columns. */
export function columnsOf(values: Values) {
  const others: Values = new Map([...values].filter(([key]) => !columns.has(key)));
  const userName = textOf(values, 'userName') ?? '';
  return {
    userName,
    userNameKey: keyOf(userName),
    externalId: textOf(values, 'externalId') ?? null,
    active: values.get('active') !== false,
    attributes: toJson(userType, others) as Prisma.InputJsonObject,
    emailKeys: [...new Set(emailsOf(values).map(({ value }) => keyOf(value)))],
  };
}

interface SentEmail {
  readonly value: string;
  readonly type: string | undefined;
  readonly primary: boolean;
}

/** The emails of a resource, in the order of the request. */
export function emailsOf(values: Values): SentEmail[] {
  const list = values.get('emails');
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const [value, type] = [item.get('value'), item.get('type')];
    if (typeof value !== 'string') return [];
    return {
      value,
      type: typeof type === 'string' ? type.toLowerCase() : undefined,
      primary: item.get('primary') === true,
    };
  });
}
