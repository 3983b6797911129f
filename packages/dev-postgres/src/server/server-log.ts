import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const maxBytes = 5_000_000;

/** The log of the server. It is in the requested folder, even if the data is elsewhere. */
export interface ServerLog {
  path: string;
  file: FileHandle;
  /** Returns what was written since the log was opened. */
  newText(): Promise<string>;
}

/** Opens the log for appending. Empties it first if it is too large. */
export async function openServerLog(directory: string): Promise<ServerLog> {
  const path = join(directory, 'postgres.log');
  const before = await stat(path).catch(() => undefined);
  const tooLarge = (before?.size ?? 0) > maxBytes;
  const file = await open(path, 'a', 0o600);
  if (tooLarge) await file.truncate();
  const start = tooLarge ? 0 : (before?.size ?? 0);
  return { path, file, newText: async () => (await readFile(path)).subarray(start).toString() };
}
