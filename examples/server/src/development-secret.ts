import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret of a development server: made once, kept in the data folder, readable by its owner only. */
export async function developmentSecret(dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'secret');
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // Appears with its whole content or not at all; of two processes the first one wins.
    await link(mine, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(mine);
  }
  return readFile(file, 'utf8');
}
