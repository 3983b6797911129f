import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the secret of a development server. It is created once, in a file of the data folder that only its owner can read. */
export async function developmentSecret(dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'secret');
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // link() is atomic: the file never has incomplete content, and if two processes start, the first one wins.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary);
  }
  return readFile(file, 'utf8');
}
