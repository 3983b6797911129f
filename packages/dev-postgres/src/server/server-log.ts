import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const keepUpTo = 5_000_000;

/** The log of the server, in the requested folder even when the data is elsewhere. */
export interface ServerLog {
  path: string;
  file: FileHandle;
  /** What was written since the log was opened. */
  newText(): Promise<string>;
}

/** Opens the log for appending, and starts it anew when it has grown large. */
export async function openServerLog(directory: string): Promise<ServerLog> {
  const path = join(directory, 'postgres.log');
  const before = await stat(path).catch(() => undefined);
  const tooLarge = (before?.size ?? 0) > keepUpTo;
  const file = await open(path, 'a', 0o600);
  if (tooLarge) await file.truncate();
  const start = tooLarge ? 0 : (before?.size ?? 0);
  return { path, file, newText: async () => (await readFile(path)).subarray(start).toString() };
}
