import { actorOf, newOneTimeSecret, rateLimited, reply } from '@org/identity-core';
import { changeAsFreshOwner, countWithin, type IdentityPluginHost } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { bySetupLink, hasSetupLink } from '../access/setup-caller.js';
import { findConnection } from '../connections/connection-fields.js';
import { requireSetupConnection } from '../connections/setup-limits.js';
import { beginTestVisit } from '../visits/visits.js';

const hour = 60 * 60;
/** The most tests of one connection within an hour: each calls the provider. */
export const maxTestsPerHour = 60;

/**
 * Begins a test of a connection. The URL continues in the browser in which the owner is signed in, or has opened the setup
 * link, works once, and expires after 15 minutes. It replaces an earlier one of the same tester.
 */
export function requestTest(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'issuer' | 'connectionKinds'>,
  { connectionId, ...call }: OwnerCall & { connectionId: string },
) {
  const { db, events, issuer } = services;
  return changeAsFreshOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const { tenantId, principal } = call;
    const tester = hasSetupLink(principal) ? { setupLinkId: principal.id } : { userId: principal.userId };
    const connection = await findConnection(tx, services, { tenantId, connectionId });
    requireSetupConnection(call, connection);
    const { id, version, name } = connection;
    const limit = { key: `connection_tests:${id}`, max: maxTestsPerHour, seconds: hour };
    const wait = await countWithin(tx, [limit]);
    if (wait !== undefined) throw rateLimited(wait);
    await tx.connectionVisit.deleteMany({ where: { connectionId: id, ...tester, interactionUid: null } });
    const { secret, secretHash } = newOneTimeSecret();
    await beginTestVisit(tx, { secretHash, connectionId: id, version, ...tester });
    const event = { tenantId, actor: actorOf(principal), subjectId: id, data: { name } };
    await events.publish(tx, { type: 'connection.test_started', ...event });
    return reply({ url: `${issuer}/sso/c/${id}/test/${secret}` });
  });
}
