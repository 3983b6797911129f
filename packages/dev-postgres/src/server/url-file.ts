import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes the URL of a database, password included, into a file that only its owner can read. */
export async function writeUrlFile(file: string, url: string): Promise<void> {
  const mine = `${file}.${process.pid}`;
  await rm(mine, { force: true });
  await writeFile(mine, `${url}\n`, { mode: 0o600, flag: 'wx' });
  // Appears with its whole content or not at all.
  await rename(mine, file);
}

/** Removes it. */
export async function removeUrlFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
