import { type AreaOutcome, isIdentityError } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { connectionPath } from '../access/console-paths.js';
import type { SetupVisit } from '../access/setup-caller.js';
import { activateConnection } from '../connections/activate-connection.js';
import { getConnection } from '../connections/get-connections.js';
import { callOf } from './change-settings.js';

/** Activates a connection, or asks the owners to do it. For the visitor that is no failure: the page says what it waits for. */
export async function activateOrAsk(host: IdentityPluginHost, visit: SetupVisit): Promise<AreaOutcome> {
  const call = callOf(visit);
  try {
    await activateConnection(host, call);
    return { done: 'connectionActivated' };
  } catch (error) {
    if (!isIdentityError(error) || error.code !== 'OWNER_CONFIRMATION_REQUIRED') throw error;
    const { version, askedVersion } = await getConnection(host, call);
    // The owners got too many such mails, and none about this.
    if (askedVersion !== version) throw error;
    return { redirect: connectionPath(visit.base, call.connectionId) };
  }
}
