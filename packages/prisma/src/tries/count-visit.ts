import { wideNetworkOf } from '@org/identity-core';
import { inTransaction } from '../connection/transactions.js';
import { countWithin, keyOf } from '../counter.js';
import type { Database } from '../database-types.js';

/** A visit to an identity provider that begins. Each may become one request to the provider's token endpoint. */
export interface BegunVisit {
  /** Names the provider: an id of a connection, or of a provider of the deployment. */
  readonly provider: string;
  /** What begins it: a sign-in in progress, or a user who links an account. */
  readonly cause: string;
  readonly ip: string;
  /** Whether the provider is that of a tenant: it has not agreed to take any number of visits. */
  readonly isOfTenant: boolean;
}

const tenMinutes = 10 * 60;
const hour = 60 * 60;

/** How many visits can begin. */
export const visitLimits = {
  /** Of one sign-in, in an hour: enough to come back and try again. */
  perCause: 10,
  /** From one network to one provider, in ten minutes. Many users of an office share one IP. */
  perNetwork: 300,
  /** To the provider of one tenant from all networks, in ten minutes: what a flood from many networks can cost it. */
  perProvider: 6_000,
  /** From one network, while there are more than these. */
  perFloodedNetwork: 10,
};

/**
 * Counts a visit to a provider before it begins, over all processes. Returns the seconds to wait if there were too many. The
 * limits of the caller come first: what they refuse does not count for the provider, so that one network cannot use up the
 * visits of all others.
 */
export function countVisit(db: Database, { provider, cause, ip, isOfTenant }: BegunVisit): Promise<number | undefined> {
  const of = (what: string, ...parts: string[]) => `provider_visits_${what}:${keyOf(...parts)}`;
  const { perCause, perNetwork, perProvider, perFloodedNetwork } = visitLimits;
  return inTransaction(db, async (tx) => {
    const wait = await countWithin(tx, [
      { key: of('cause', cause), max: perCause, seconds: hour },
      { key: of('network', provider, wideNetworkOf(ip)), max: perNetwork, seconds: tenMinutes },
    ]);
    if (wait !== undefined || !isOfTenant) return wait;
    const flooded = await countWithin(tx, [{ key: of('provider', provider), max: perProvider, seconds: tenMinutes }]);
    if (flooded === undefined) return undefined;
    // In a flood, every network still has a few: strangers must not lock the members of a tenant out.
    const calm = { key: of('flooded', provider, wideNetworkOf(ip)), max: perFloodedNetwork, seconds: tenMinutes };
    return countWithin(tx, [calm]);
  });
}
