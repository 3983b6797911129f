import { type Actor, IdentityError, type SealedColumn } from '@org/identity-core';
import { type IdentityPluginHost, lockUntilCommit, uuidV7 } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { endBrokenUploads, endImport } from './end-import.js';
import { chunksOf, type LineChunk } from './line-chunks.js';

export type StoreServices = Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'vault'>;

/** How many imports may run at once. */
const maxAtOnce = 2;
/** An upload that is silent for longer has broken off. */
const receivingSeconds = 300;

// Bound to the chunk: bytes that are copied to another row are useless there.
export const sealedChunks: SealedColumn = {
  table: 'identity.import_chunks',
  id: 'id',
  column: 'sealed',
  purpose: 'import:',
};

export interface NewImport {
  readonly actor: Actor;
  readonly rehearsed: boolean;
  readonly createTenants: boolean;
  /** The language of the mails to new users; undefined if none are sent. */
  readonly inviteIn?: Language | undefined;
}

/**
 * Stores the lines of an import as they arrive, encrypted, because hashes and secrets are in them. A worker of any process
 * takes it from there. If the stream breaks off, the import has failed and nothing of it stays.
 */
export async function startImport(
  services: StoreServices,
  { stream, ...started }: NewImport & { stream: AsyncIterable<Uint8Array> },
): Promise<{ id: string; sentLines: number }> {
  const id = await openImport(services, started);
  try {
    let sentLines = 0;
    for await (const chunk of chunksOf(stream)) {
      await storeChunk(services, id, chunk);
      sentLines += chunk.lines;
    }
    const { count } = await services.db.import.updateMany({
      where: { id, status: 'RUNNING' },
      data: { sentLines, leaseUntil: new Date() },
    });
    if (count === 0) throw new IdentityError('IMPORT_NOT_FOUND', 'The import was canceled.');
    return { id, sentLines };
  } catch (error) {
    await endImport(services, { id, status: 'FAILED' });
    throw error;
  }
}

/** Adds the record, unless too many imports run. Uploads that broke off with their process have failed. */
async function openImport({ db, events }: StoreServices, { actor, ...started }: NewImport): Promise<string> {
  return db.$transaction(async (tx) => {
    await lockUntilCommit(tx, 'imports');
    const running = { status: 'RUNNING' as const };
    const now = new Date();
    await endBrokenUploads(tx, events);
    if ((await tx.import.count({ where: running })) >= maxAtOnce)
      throw new IdentityError('IMPORT_RUNNING', `${maxAtOnce} imports are running. Wait until one of them has ended.`);
    const { rehearsed, createTenants, inviteIn = null } = started;
    const { id } = await tx.import.create({
      data: {
        rehearsed,
        createTenants,
        inviteIn,
        actorKind: actor.kind,
        actorId: actor.id,
        leaseUntil: new Date(now.getTime() + receivingSeconds * 1000),
      },
    });
    await events.publish(tx, {
      type: 'import.started',
      tenantId: null,
      actor,
      subjectId: id,
      data: { rehearsed, createTenants },
    });
    return id;
  });
}

async function storeChunk({ pool, vault }: StoreServices, importId: string, chunk: LineChunk): Promise<void> {
  const id = uuidV7();
  const sealed = vault.seal(`${sealedChunks.purpose}${id}`, chunk.bytes);
  const { rowCount } = await pool.query(
    `WITH open AS (
       UPDATE identity.imports SET lease_until = now() + make_interval(secs => $5)
       WHERE id = $2 AND status = 'RUNNING' AND sent_lines IS NULL RETURNING id)
     INSERT INTO identity.import_chunks (id, import_id, first_line, sealed) SELECT $1, id, $3, $4 FROM open`,
    [id, importId, chunk.firstLine, sealed, receivingSeconds],
  );
  if (rowCount === 0) throw new IdentityError('IMPORT_NOT_FOUND', 'The import was canceled.');
}
