import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../processes/error-code.js';

/** What a running server writes about itself into its data folder; lines as PostgreSQL's `miscadmin.h` numbers them. */
export interface PostmasterFile {
  /** 0 when the file is empty, as a crash of the machine can leave it. */
  pid: number;
  port: number;
  status: string;
}

/** Gives the path of the file a running server keeps in its data folder. */
export function postmasterFilePath(home: string): string {
  return join(home, 'data', 'postmaster.pid');
}

/** Reads what the server of that location wrote about itself, if it runs or ended without removing the file. */
export async function readPostmasterFile(home: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(postmasterFilePath(home), 'utf8')).split('\n');
    return { pid: Math.abs(Number(lines[0])) || 0, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
