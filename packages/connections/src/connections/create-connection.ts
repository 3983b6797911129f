import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost, uuidV7 } from '@org/identity-prisma';
import { connectionIdUsed, tooManyConnections } from '../access/errors.js';
import type { OwnerCall } from '../access/owner-call.js';
import { sealSecret } from '../access/sealed-secret.js';
import { bySetupLink, setupLinkOf } from '../access/setup-caller.js';
import { confirmDomains } from '../confirmation/confirm-by-owner.js';
import { knownKind } from '../kinds/kind-of.js';
import type { NewConnection } from '../kinds/kind-schemas.js';
import { ownFieldsOf, prepareValues } from '../kinds/own-fields.js';
import { readConnection } from './connection-fields.js';
import { jsonOf } from './json-of.js';
import { requireOwnReferences } from './own-references.js';
import { isReservable } from './reserved-id.js';
import { requireSetupValues } from './setup-limits.js';

/** The most connections of a tenant. */
export const maxConnections = 20;

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'vault' | 'services' | 'connectionKinds'>;

interface NewCall extends OwnerCall {
  readonly values: NewConnection;
  /**
   * An id that a page has reserved with `uuidV7`, because it shows the redirect URI before the connection is saved.
   * Requests to the API cannot choose one.
   */
  readonly id?: string;
}

/** Adds a connection as a draft: it signs nobody in before it is tested and activated. */
export async function createConnection(services: Services, { values, id = uuidV7(), ...call }: NewCall) {
  const { db, events, vault } = services;
  const { name, domains, defaultGroups = [], roleByGroup = {} } = values;
  const { defaultRole = 'member', trustMfa = false, jit = true } = values;
  const kind = knownKind(services, values.kind);
  const own = await prepareValues(services, { ...call, ...bySetupLink }, kind, ownFieldsOf(kind, values));
  requireSetupValues(call, values);
  return changeAsFreshOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const { tenantId, principal } = call;
    if ((await tx.connection.count({ where: { tenantId } })) >= maxConnections)
      throw tooManyConnections(maxConnections);
    if (!isReservable(id) || (await tx.connection.count({ where: { id } })) > 0) throw connectionIdUsed();
    await requireOwnReferences(tx, { tenantId, domains, defaultGroups });
    const { issuer, settings, secret } = kind.store(own, undefined);
    await tx.connection.create({
      data: {
        id,
        tenantId,
        kind: kind.kind,
        ...{ name, issuer, defaultRole, trustMfa, jit },
        settings: jsonOf(settings),
        secret: secret === undefined ? null : sealSecret(vault, id, secret),
        setupLinkId: setupLinkOf(call),
        domains: { create: domains.map((domainId) => ({ domainId })) },
        defaultGroups: { create: defaultGroups.map((groupId) => ({ groupId })) },
      },
    });
    await confirmDomains(tx, call, { connections: { some: { connectionId: id } } });
    const data = { name, kind: kind.kind };
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'connection.created', tenantId, actor, subjectId: id, data });
    if (Object.keys(roleByGroup).length > 0)
      await services.services.members?.setRoleRules(tx, { tenantId, sourceId: id, roleByGroup, actor });
    return reply(await readConnection(tx, services, id));
  });
}
