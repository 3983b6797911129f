import { type Actor, isOfMachines, knownClientFields, reply, validationFailed } from '@org/identity-core';
import { inTransaction, revokeClientGrants, type Transaction } from '@org/identity-prisma';
import { markAgent } from './agent-mark.js';
import type { ClientDetails } from './client-details.js';
import { type ClientInput, clientInput, isAgent } from './client-input.js';
import { findReferences } from './client-references.js';
import { clientRow } from './client-row.js';
import { endFormerProofs, needsNewTokens, requireOptions } from './client-security.js';
import { type ClientServices, clientTimeout } from './create-client.js';
import { readClient } from './get-client.js';
import { markUnconfirmed } from './mark-unconfirmed.js';

/** New values, with the field names of the seed. Null removes a value. Id, type and secret cannot be changed here. */
export type ClientChanges = Readonly<Record<string, unknown>>;

export interface ClientUpdate {
  clientId: string;
  changes: ClientChanges;
  actor: Actor;
  /** Checks the whole client. Commands and the API report a refusal in different ways. */
  parse?: (input: unknown) => ClientInput;
}

export interface UpdatedClient extends ClientDetails {
  /** The fields whose value has changed. */
  changed: string[];
}

/**
 * Changes a client. The whole result must pass the rules of the seed. A client that loses a scope, gets another tenant or
 * needs bound tokens from now on loses its grants and tokens: a token must not outlive the right to it.
 */
export function updateClient(
  { db, events, missingOption }: ClientServices,
  { clientId, changes, actor, parse = (input) => clientInput().parse(input) }: ClientUpdate,
): Promise<UpdatedClient> {
  const change = async (tx: Transaction) => {
    // The lock orders concurrent changes: the second one sees the first.
    const [row] = await tx.$queryRaw<{ pluginFields: unknown }[]>`
      SELECT plugin_fields AS "pluginFields" FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
    const before = await readClient(tx, clientId);
    if (before.source !== 'MANUAL') return reply(await markForeign(tx, { events, before, changes, actor }));
    const input = parse(wholeInput(before, changes));
    requireOptions(missingOption, input, before);
    const references = await findReferences(tx, input);
    await tx.client.update({ where: { id: clientId }, data: clientRow(input, references, row) });
    await markAgent(tx, clientId, { by: 'byOperator', agent: isAgent(input) });
    await endFormerProofs(tx, clientId, { before, after: input });
    const after = await readClient(tx, clientId);
    const changed = changedFields(before, after);
    const losesScope = before.scopes.some((scope) => !after.scopes.includes(scope));
    const narrower = losesScope || before.tenant !== after.tenant || needsNewTokens(before, after);
    if (narrower) await revokeClientGrants(tx, clientId);
    const { tenantId } = references;
    if (changed.length > 0)
      await events.publish(tx, { type: 'client.updated', tenantId, actor, subjectId: clientId, data: { changed } });
    const isMarked = await markUnconfirmed(tx, { clientId, type: before.type, actor, changed });
    return reply({ ...(isMarked ? await readClient(tx, clientId) : after), changed });
  };
  return inTransaction(db, change, { timeout: clientTimeout });
}

const describedByItself =
  'This client describes itself, by its document or its registration. Only `agent` can be changed here.';

interface ForeignChange extends Pick<ClientUpdate, 'changes' | 'actor'>, Pick<ClientServices, 'events'> {
  before: ClientDetails;
}

/** Marks a client that describes itself as an agent, or takes the mark back. It stays one as long as it says so itself. */
async function markForeign(
  tx: Transaction,
  { events, before, changes: { agent, ...others }, actor }: ForeignChange,
): Promise<UpdatedClient> {
  if (typeof agent !== 'boolean' || Object.keys(others).length > 0)
    throw validationFailed([{ path: '', message: describedByItself }]);
  const { id } = before;
  await markAgent(tx, id, { by: 'byOperator', agent });
  const after = await readClient(tx, id);
  const changed = changedFields(before, after);
  if (changed.length > 0)
    await events.publish(tx, { type: 'client.updated', tenantId: null, actor, subjectId: id, data: { changed } });
  return { ...after, changed };
}

/** The client as it would be then. Id and type stay as they are. */
function wholeInput(before: ClientDetails, changes: ClientChanges): Record<string, unknown> {
  const { id, type } = before;
  const whole: Record<string, unknown> = { ...inputOf(before), ...changes, id, type };
  // A placeholder that is never stored: the rules require a secret for this type, unless it has keys.
  const secret = type === 'SPA' || whole['authMethod'] ? {} : { secret: 'x'.repeat(32) };
  return { ...whole, ...secret };
}

/** A client as the seed would list it. */
function inputOf(client: ClientDetails): Record<string, unknown> {
  const fields: Readonly<Record<string, unknown>> = { ...client, origins: ownOrigins(client) };
  const given = [...knownClientFields().keys()]
    .filter((name) => client.type !== 'MACHINE' || isOfMachines(name))
    .map((name) => [name, fields[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

/** Without the origins of an SPA's redirect URIs: they are derived again from the new redirect URIs. */
export function ownOrigins({ type, origins, redirectUris }: ClientDetails): string[] {
  if (type !== 'SPA') return origins;
  const derived = redirectUris.map((uri) => new URL(uri).origin);
  return origins.filter((origin) => !derived.includes(origin));
}

function changedFields(before: ClientDetails, after: ClientDetails): string[] {
  const { updatedAt: _updated, ...fields } = after;
  return Object.entries(fields).flatMap(([name, value]) =>
    JSON.stringify(before[name as keyof ClientDetails]) === JSON.stringify(value) ? [] : [name],
  );
}
