import { forbidden, IdentityError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { isSetupCall, setupLinkOf } from '../access/setup-caller.js';
import { isUnconfirmed } from '../confirmation/is-unconfirmed.js';

/** What the visitor of a setup link must leave to the owners: it decides about more than the sign-in. */
interface Trusted {
  readonly defaultRole?: string | undefined;
  readonly defaultGroups?: readonly string[] | undefined;
  readonly roleByGroup?: Readonly<Record<string, string>> | undefined;
  readonly trustMfa?: boolean | undefined;
}

/** Throws if the visitor of a setup link would decide who becomes an admin, is in a group, or needs no second factor here. */
export function requireSetupValues(call: OwnerCall, values: Trusted): void {
  if (!isSetupCall(call)) return;
  const { defaultRole = 'member', defaultGroups = [], roleByGroup = {}, trustMfa = false } = values;
  const givesRoles = defaultRole !== 'member' || Object.keys(roleByGroup).length > 0;
  if (givesRoles || defaultGroups.length > 0 || trustMfa)
    throw forbidden('A setup link cannot set the role, the groups, or the trust in second factors. Ask an owner.');
}

/** What of a connection decides whether it is left to the owners. */
interface SetUp {
  readonly status: string;
  readonly setupLinkId: string | null;
  readonly confirmedAt: Date | null;
}

/**
 * Whether the visitors of setup links can change a connection. Only what such a link has made: an owner's connection may have
 * rights that another provider in it would get, such as groups of new members. Whatever an owner changes is the owner's, so
 * what is left has no such rights.
 */
export const isForSetup = (connection: SetUp): boolean =>
  isUnconfirmed(connection) && (connection.status === 'DRAFT' || connection.status === 'TESTED');

/** Throws if the visitor of a setup link must leave this connection to the owners. */
export function requireSetupConnection(call: OwnerCall, connection: SetUp): void {
  if (!isSetupCall(call) || isForSetup(connection)) return;
  throw forbidden('A setup link cannot change this connection. Ask an owner.');
}

/** The same before it is activated. It must also not take a domain from the connection by which others sign in. */
export async function requireSetupActivation(
  tx: Transaction,
  call: OwnerCall,
  connection: SetUp & { readonly id: string },
): Promise<void> {
  if (!isSetupCall(call)) return;
  requireSetupConnection(call, connection);
  const own = { connections: { some: { connectionId: connection.id } } };
  const taken = await tx.connectionDomain.count({ where: { active: true, domain: own } });
  if (taken > 0)
    throw new IdentityError('FORBIDDEN', 'Another connection signs the users of this domain in. Ask an owner.', {
      reason: 'SETUP_WOULD_REPLACE',
    });
}

/**
 * Whether only an owner can activate the connection: a setup link calls, and has not proven all of its domains itself. Users
 * of a domain that was verified before must not be sent to a provider that no owner knows.
 */
export async function needsOwner(tx: Transaction, call: OwnerCall, connectionId: string): Promise<boolean> {
  const linkId = setupLinkOf(call);
  if (linkId === null) return false;
  const domains = await tx.connectionDomain.findMany({
    where: { connectionId },
    select: { domain: { select: { provenByLinkId: true } } },
  });
  return domains.some(({ domain }) => domain.provenByLinkId !== linkId);
}
