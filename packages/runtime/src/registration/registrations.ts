import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';
import {
  type Database,
  type EventBus,
  inTransaction,
  revokeConsentedGrants,
  type Transaction,
} from '@org/identity-prisma';
import { DescriptionRefused } from '../foreign-clients/client-description.js';
import {
  foreignLimits,
  limitOf,
  perDay,
  perHour,
  requireRoom,
  requireWithin,
} from '../foreign-clients/foreign-limits.js';
import { lockForeignClient } from '../foreign-clients/lock-foreign-client.js';
import { addForeignClient, changeForeignClient, type DescribedClient } from '../foreign-clients/save-foreign-client.js';
import type { ForeignClientLimits } from '../options.js';
import type { Registration } from './read-registration.js';

export interface RegistrationServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  productName: string;
  limits: ForeignClientLimits;
}

const source = 'REGISTERED';
const changeTimeout = 60_000;

/** A registered client, as its own registration shows it. */
export interface RegisteredClient extends DescribedClient {
  readonly id: string;
  readonly createdAt: Date;
}

export interface NewlyRegistered extends RegisteredClient {
  /** Only the hashes of both are stored. */
  readonly secret: string | undefined;
  readonly token: string;
}

/** Registers a client (RFC 7591). It gets the rights of a third party, and nothing else. */
export function registerClient(
  { db, events, productName, limits }: RegistrationServices,
  { registration: { columns, agent }, network }: { registration: Registration; network: string },
): Promise<NewlyRegistered> {
  // No client id that an operator would choose, and none that begins with `https:`.
  const id = `reg-${randomBytes(18).toString('base64url')}`;
  const { secret: token, secretHash: registrationTokenHash } = newOneTimeSecret();
  const { secret, secretHash } = newOneTimeSecret();
  const hasSecret = columns.type === 'CONFIDENTIAL' && columns.authMethod === null;
  return inTransaction(db, async (tx) => {
    await requireWithin(tx, [
      limitOf('registrations_of_network', perHour(limits.registrationsOfNetworkPerHour), network),
      limitOf('registrations', perDay(limits.registrationsPerDay)),
    ]);
    await requireRoom(tx, source, limits);
    const actor = { kind: 'system', id: null } as const;
    const more = { registrationTokenHash };
    const added = await addForeignClient({ tx, events, productName }, { id, source, columns, agent, more, actor });
    if (!added) throw new Error('The id of a new client is in use.');
    if (hasSecret) await tx.clientSecret.create({ data: { clientId: id, hash: secretHash } });
    const { createdAt } = await tx.client.findUniqueOrThrow({ where: { id }, select: { createdAt: true } });
    return { id, createdAt, columns, agent, token, secret: hasSecret ? secret : undefined };
  });
}

interface Managed {
  clientId: string;
  /** The registration access token. */
  token: string;
}

/** Returns the registration of a client. Returns undefined if there is no such client, or the token is not its own. */
export async function findRegistration(db: Database, managed: Managed): Promise<RegisteredClient | undefined> {
  const row = await findRow(db, managed.clientId);
  return row ? ownRegistration(row, managed) : undefined;
}

const findRow = (tx: Transaction, id: string) =>
  tx.client.findUnique({
    where: { id, source, blockedAt: null },
    include: { agentMark: { select: { byClient: true } } },
  });

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function ownRegistration(row: Row, { token }: Managed): RegisteredClient | undefined {
  const hash = row.registrationTokenHash;
  if (!hash || !timingSafeEqual(hash, hashOneTimeSecret(token)) || row.type === 'MACHINE') return undefined;
  const { name, type, redirectUris, native, authMethod, jwks, jwksUri, clientUri, policyUri, tosUri } = row;
  const columns = { name, type, redirectUris, native, authMethod, jwks, jwksUri, clientUri, policyUri, tosUri };
  return { id: row.id, createdAt: row.createdAt, columns, agent: row.agentMark?.byClient ?? false };
}

/** Finds the registration and locks its client until the end of the transaction. */
async function lockRegistration(tx: Transaction, managed: Managed): Promise<RegisteredClient | undefined> {
  await lockForeignClient(tx, managed.clientId);
  const row = await findRow(tx, managed.clientId);
  return row ? ownRegistration(row, managed) : undefined;
}

/** Replaces the metadata of a client (RFC 7592 §2.2). Returns undefined as `findRegistration` does. */
export function changeRegistration(
  { db, events, productName }: RegistrationServices,
  { registration, secret, ...managed }: Managed & { registration: Registration; secret: string | undefined },
): Promise<RegisteredClient | undefined> {
  const change = async (tx: Transaction) => {
    const found = await lockRegistration(tx, managed);
    if (!found) return undefined;
    const { id, columns: before } = found;
    await requireWithin(tx, [limitOf('registration_changes', foreignLimits.registrations.changesOfClient, id)]);
    if (secret !== undefined) await requireOwnSecret(tx, id, secret);
    const { columns, agent } = registration;
    // It would need a secret that it does not have, or keep one that it no longer needs.
    if (columns.type !== before.type || columns.authMethod !== before.authMethod)
      throw new DescriptionRefused('token_endpoint_auth_method cannot be changed: register again');
    const actor = { kind: 'machine', id } as const;
    await changeForeignClient({ tx, events, productName }, { id, before, columns, agent, actor });
    return { ...found, columns, agent };
  };
  return inTransaction(db, change, { timeout: changeTimeout });
}

/** RFC 7592 §2.2: a client may send its secret, but cannot choose one. */
async function requireOwnSecret(tx: Transaction, clientId: string, secret: string): Promise<void> {
  const hash = hashOneTimeSecret(secret);
  const found = await tx.clientSecret.findUnique({ where: { clientId_hash: { clientId, hash } } });
  if (!found) throw new DescriptionRefused('client_secret is not the secret of this client');
}

/** Deletes a client with its consents, grants and tokens (RFC 7592 §2.3). Returns false if it is not found. */
export function deleteRegistration({ db, events }: RegistrationServices, managed: Managed): Promise<boolean> {
  const remove = async (tx: Transaction) => {
    const found = await lockRegistration(tx, managed);
    if (!found) return false;
    const { id, columns } = found;
    await revokeConsentedGrants(tx, id);
    await tx.client.delete({ where: { id } });
    const [actor, data] = [{ kind: 'machine', id } as const, { type: columns.type, source }];
    await events.publish(tx, { type: 'client.deleted', tenantId: null, actor, subjectId: id, data });
    return true;
  };
  return inTransaction(db, remove, { timeout: changeTimeout });
}
