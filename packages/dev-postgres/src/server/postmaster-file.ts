import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../processes/error-code.js';

/** The file `postmaster.pid`, which a running server writes to its data folder. PostgreSQL's `miscadmin.h` defines its lines. */
export interface PostmasterFile {
  /** 0 if the file is empty, which can happen when the machine crashes. */
  pid: number;
  port: number;
  status: string;
}

/** Returns the path of `postmaster.pid`. */
export function postmasterFilePath(home: string): string {
  return join(home, 'data', 'postmaster.pid');
}

/** Reads `postmaster.pid`. Returns undefined if it does not exist; a crashed server leaves it behind. */
export async function readPostmasterFile(home: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(postmasterFilePath(home), 'utf8')).split('\n');
    return { pid: Math.abs(Number(lines[0])) || 0, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
