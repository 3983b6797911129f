import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes the URL of a database, with its password, to a file that only its owner can read. */
export async function writeUrlFile(file: string, url: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${url}\n`, { mode: 0o600, flag: 'wx' });
  // The rename is atomic: readers never see an incomplete file.
  await rename(temporary, file);
}

/** Removes the file. */
export async function removeUrlFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
