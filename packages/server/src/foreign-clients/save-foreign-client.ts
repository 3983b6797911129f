import { type Actor, userScopes } from '@org/identity-core';
import { type EventBus, revokeConsentedGrants, type Transaction } from '@org/identity-prisma';
import { markAgent } from '../clients/agent-mark.js';
import { DescriptionRefused } from './client-description.js';
import { looksLike } from './look-alikes.js';

/** A client that describes itself: its columns, and whether it is an agent. */
export interface DescribedClient {
  readonly columns: ForeignColumns;
  readonly agent: boolean;
}

/** The columns of a client that describes itself. */
export interface ForeignColumns {
  name: string;
  type: 'SPA' | 'CONFIDENTIAL';
  redirectUris: string[];
  native: boolean;
  authMethod: string | null;
  jwks: string | null;
  jwksUri: string | null;
  clientUri: string | null;
  policyUri: string | null;
  tosUri: string | null;
}

type ForeignSource = 'METADATA_DOCUMENT' | 'REGISTERED';

export interface NewForeignClient extends DescribedClient {
  id: string;
  source: ForeignSource;
  /** Further columns of the row: when the document was read, or the hash of the registration's token. */
  more: { metadataReadAt?: Date; metadataUntil?: Date; registrationTokenHash?: Uint8Array<ArrayBuffer> };
  actor: Actor;
}

interface SaveServices {
  tx: Transaction;
  events: Pick<EventBus, 'publish'>;
  /** The name of the product, which no client may have. */
  productName: string;
}

/** What every client has that nobody has entered by hand. A constraint of the database holds the rights as well. */
const fixed = {
  scopes: [...userScopes],
  firstParty: false,
  // Nobody can tell such a client to send one, and most libraries do not.
  requireNonce: false,
} as const;

/** Adds a client. Returns false if the id is in use: another process may have added it at the same moment. */
export async function addForeignClient(services: SaveServices, client: NewForeignClient): Promise<boolean> {
  const { tx, events } = services;
  const { id, source, columns, agent, more, actor } = client;
  await refuseImpostor(services, columns.name);
  const row = { id, source, ...fixed, ...columns, ...more, origins: originsOf(columns.redirectUris) };
  const { count } = await tx.client.createMany({
    data: [{ ...row, scopes: [...fixed.scopes] }],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await markAgent(tx, id, { by: 'byClient', agent });
  const data = { type: columns.type, source };
  await events.publish(tx, { type: 'client.created', tenantId: null, actor, subjectId: id, data });
  return true;
}

/**
 * Changes a client that the caller has locked. If it redirects to other URIs than its users have seen, or proves itself in
 * another way, all consents and grants end. Returns the names of what has changed.
 */
export async function changeForeignClient(
  services: SaveServices,
  { id, before, columns, agent, actor }: DescribedClient & { id: string; before: ForeignColumns; actor: Actor },
): Promise<string[]> {
  const { tx, events } = services;
  const changed: string[] = (Object.keys(columns) as (keyof ForeignColumns)[]).filter(
    (name) => comparable(before[name]) !== comparable(columns[name]),
  );
  if (await changesMark(tx, id, agent)) changed.push('agent');
  // Also a name that has not changed: an application of ours may have got this name since, or the rule may be newer.
  await refuseImpostor(services, columns.name);
  if (changed.length === 0) return changed;
  await tx.client.update({ where: { id }, data: { ...columns, origins: originsOf(columns.redirectUris) } });
  await markAgent(tx, id, { by: 'byClient', agent });
  if (changed.some((name) => name === 'redirectUris' || name === 'authMethod' || name === 'type')) {
    await withdrawConsents(tx, id);
  }
  await events.publish(tx, { type: 'client.updated', tenantId: null, actor, subjectId: id, data: { changed } });
  return changed;
}

/** Whether what the client says about being an agent differs from what it has said before. */
async function changesMark(tx: Transaction, clientId: string, agent: boolean): Promise<boolean> {
  const mark = await tx.agentClient.findUnique({ where: { clientId }, select: { byClient: true } });
  return (mark?.byClient ?? false) !== agent;
}

/** Withdraws all consents to a third-party client, and revokes its grants. */
async function withdrawConsents(tx: Transaction, clientId: string): Promise<void> {
  await revokeConsentedGrants(tx, clientId);
  // Without scopes it allows nothing, also in a process that does not read `revoked_at`.
  await tx.$executeRaw`
    UPDATE identity.consents SET revoked_at = now(), updated_at = now(), scopes = '{}', api_scopes = '{}'
    WHERE client_id = ${clientId} AND (revoked_at IS NULL OR scopes <> '{}')`;
  await tx.consentBinding.deleteMany({ where: { clientId } });
}

/** The order of redirect URIs means nothing. */
const comparable = (value: ForeignColumns[keyof ForeignColumns]) =>
  JSON.stringify(Array.isArray(value) ? [...value].sort() : value);

/** Programs in a browser call the token endpoint from the pages of their redirect URIs. */
function originsOf(redirectUris: readonly string[]): string[] {
  const origins = redirectUris.map((uri) => new URL(uri).origin);
  return [...new Set(origins.filter((origin) => origin !== 'null'))];
}

const maxOwnNames = 1_000;

/** Refuses a name that users would take for this service or for one of its own applications. */
async function refuseImpostor({ tx, productName }: SaveServices, name: string): Promise<void> {
  const own = await tx.client.findMany({ where: { firstParty: true }, select: { name: true }, take: maxOwnNames });
  if ([productName, ...own.map((client) => client.name)].some((taken) => looksLike(name, taken)))
    throw new DescriptionRefused('client_name looks like the name of an application of this service');
}
