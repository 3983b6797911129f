import { isDeepStrictEqual } from 'node:util';
import { readForm, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SetupVisit } from '../access/setup-caller.js';
import { getConnection } from '../connections/get-connections.js';
import { draftFieldsOf, updateConnection } from '../connections/update-connection.js';
import { knownKind } from '../kinds/kind-of.js';
import { connectionSchemas } from '../kinds/kind-schemas.js';
import { peopleFieldsIn, trustFieldsIn } from './connection-form.js';

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
  const before = await getConnection(host, callOf(visit));
  const kind = knownKind(host, before.kind);
  const entered = { ...peopleFieldsIn(visit), ...kind.form.read(visit.form, false), ...trustFieldsIn(visit) };
  const changes = readForm(connectionSchemas([kind]).UpdateConnectionBody, entered);
  const stored: Readonly<Record<string, unknown>> = { ...before };
  const sent: Readonly<Record<string, unknown>> = { ...changes };
  const isOther = (name: string) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]);
  const makesDraft = draftFieldsOf(kind).some(isOther);
  if (before.status === 'ACTIVE' && makesDraft && visit.form['understood'] === undefined)
    throw validationFailed([{ path: 'understood', message: 'must be confirmed' }]);
  return updateConnection(host, { ...callOf(visit), changes });
}
