import type { Actor, Groups, Members } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** What the use-cases of this package need. */
export type ScimServices = Pick<
  IdentityPluginHost,
  | 'db'
  | 'pool'
  | 'events'
  | 'accounts'
  | 'services'
  | 'mail'
  | 'brand'
  | 'sendMail'
  | 'sendLogoutNotices'
  | 'issuer'
  | 'logger'
>;

/** The directory that calls. */
export interface CallingDirectory {
  readonly directoryId: string;
  readonly tenantId: string;
  /** The connection for the accounts that it creates. */
  readonly connectionId: string | null;
}

/** A directory as the actor of events. */
export const actorOfDirectory = ({ directoryId }: Pick<CallingDirectory, 'directoryId'>): Actor => ({
  kind: 'machine',
  id: directoryId,
});

/** The service `members`. Without `tenants()` there are no members. */
export function membersOf({ services }: Pick<ScimServices, 'services'>): Members<Transaction> {
  if (!services.members) throw new Error('scim() needs the service "members": add tenants() to the plugins.');
  return services.members;
}

/** The service `groups`. */
export function groupsOf({ services }: Pick<ScimServices, 'services'>): Groups<Transaction> {
  if (!services.groups) throw new Error('scim() needs the service "groups": add tenants() to the plugins.');
  return services.groups;
}
