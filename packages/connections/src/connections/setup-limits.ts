import { forbidden, IdentityError } from '@org/identity-core';
import { isSetupCall, type Transaction } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';

/** What the visitor of a setup link must leave to the owners: it decides about more than the sign-in. */
interface Trusted {
  readonly defaultRole?: string | undefined;
  readonly defaultGroups?: readonly string[] | undefined;
  readonly trustMfa?: boolean | undefined;
}

/** Throws if the visitor of a setup link would decide who becomes an admin, is in a group, or needs no second factor here. */
export function requireSetupValues(call: OwnerCall, { defaultRole, defaultGroups = [], trustMfa }: Trusted): void {
  if (!isSetupCall(call)) return;
  if ((defaultRole ?? 'member') !== 'member' || defaultGroups.length > 0 || trustMfa === true)
    throw forbidden('A setup link cannot set the role, the groups, or the trust in second factors. Ask an owner.');
}

/**
 * Throws if the visitor of a setup link must leave this connection to the owners: others sign in by it, or it makes admins or
 * replaces second factors, so that another provider in it would decide about that.
 */
export function requireSetupConnection(
  call: OwnerCall,
  connection: { readonly status: string; readonly defaultRole: string; readonly trustMfa: boolean },
): void {
  if (!isSetupCall(call) || isForSetup(connection)) return;
  throw forbidden('A setup link cannot change this connection. Ask an owner.');
}

/** Whether the visitors of setup links can change a connection. */
export function isForSetup(connection: {
  readonly status: string;
  readonly defaultRole: string;
  readonly trustMfa: boolean;
}): boolean {
  return connection.status !== 'ACTIVE' && connection.defaultRole === 'member' && !connection.trustMfa;
}

/** The same before it is activated. It must also not take a domain from the connection by which others sign in. */
export async function requireSetupActivation(
  tx: Transaction,
  call: OwnerCall,
  connection: Parameters<typeof isForSetup>[0] & { readonly id: string },
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
