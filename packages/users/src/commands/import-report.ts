import { open } from 'node:fs/promises';
import type { Database } from '@org/identity-prisma';
import { readReport } from '../imports/list-imports.js';

/** Creates the file of a report before the import begins, so that a wrong path is known then. Only its owner can read it. */
export async function createReport(path: string) {
  const file = await open(path, 'wx', 0o600);
  return {
    async write(db: Database, importId: string): Promise<void> {
      try {
        for await (const page of await readReport({ db }, importId))
          await file.appendFile(page.map((line) => `${JSON.stringify(line)}\n`).join(''));
      } finally {
        await file.close();
      }
    },
  };
}
