import { readForm, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SetupVisit } from '../access/setup-caller.js';
import { getConnection } from '../connections/get-connections.js';
import { draftFields, updateConnection } from '../connections/update-connection.js';
import { UpdateConnectionBody } from '../schemas.js';
import { peopleFieldsIn, providerFieldsIn } from './connection-form.js';
import { requireKeptSecret } from './lost-secret.js';

/** The connection that a page is about. */
export const callOf = ({ tenant, principal, params }: SetupVisit) => ({
  tenantId: tenant.id,
  principal,
  connectionId: params['connectionId'] ?? '',
});

/**
 * Changes the settings of a connection. If that makes a draft of an active one, it must be confirmed by a checkbox: the page
 * that asks before other changes would have the new secret in its source.
 */
export async function changeSettings(host: IdentityPluginHost, visit: SetupVisit) {
  requireKeptSecret(visit.form);
  const before = await getConnection(host, callOf(visit));
  const { clientSecret, ...provider } = providerFieldsIn(visit);
  const others = { ...peopleFieldsIn(visit), ...provider };
  const changes = readForm(UpdateConnectionBody, clientSecret === '' ? others : { ...others, clientSecret });
  const makesDraft = draftFields.some((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (before.status === 'ACTIVE' && makesDraft && visit.form['understood'] === undefined)
    throw validationFailed([{ path: 'understood', message: 'must be confirmed' }]);
  return updateConnection(host, { ...callOf(visit), changes });
}
