import type { IdentityPluginHost } from '@org/identity-prisma';
import { linesOf } from './line-chunks.js';
import { sealedChunks } from './start-import.js';

type Services = Pick<IdentityPluginHost, 'pool' | 'vault'>;

export interface NumberedLine {
  readonly line: number;
  readonly bytes: Uint8Array;
}

export interface ReadChunk {
  readonly id: string;
  readonly lastLine: number;
  readonly lines: readonly NumberedLine[];
}

interface Row {
  id: string;
  first_line: number;
  sealed: Buffer;
}

/** The chunk that a line is in; undefined if there is none. */
export async function readChunk(services: Services, importId: string, line: number): Promise<ReadChunk | undefined> {
  const { pool, vault } = services;
  const { rows } = await pool.query<Row>(
    `SELECT id, first_line, sealed FROM identity.import_chunks
     WHERE import_id = $1 AND first_line <= $2 ORDER BY first_line DESC LIMIT 1`,
    [importId, line],
  );
  const [row] = rows;
  if (!row) return undefined;
  const bytes = openChunk(vault, row);
  const lines = linesOf(bytes).map((each, index) => ({ line: row.first_line + index, bytes: each }));
  const lastLine = row.first_line + lines.length - 1;
  return line > lastLine ? undefined : { id: row.id, lastLine, lines };
}

/** The chunk was encrypted with a secret that the server does not have any more. */
export class ChunkUnreadable extends Error {}

function openChunk(vault: Services['vault'], { id, sealed }: Row): Uint8Array {
  try {
    return vault.open(`${sealedChunks.purpose}${id}`, sealed);
  } catch (cause) {
    throw new ChunkUnreadable('The lines cannot be decrypted.', { cause });
  }
}

/** Some lines of an import. */
export async function readLinesAt(
  services: Services,
  importId: string,
  wanted: readonly number[],
): Promise<NumberedLine[]> {
  const found: NumberedLine[] = [];
  let chunk: ReadChunk | undefined;
  for (const line of [...wanted].sort((one, other) => one - other)) {
    const isIn = chunk?.lines.some((each) => each.line === line);
    if (!isIn) chunk = await readChunk(services, importId, line);
    found.push(...(chunk?.lines.filter((each) => each.line === line) ?? []));
  }
  return found;
}
