import { readFile } from 'node:fs/promises';
import { hasCode } from './error-code.js';

/** Identifies a process, also against a later one with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks between boot and the start of the process; empty where there is no /proc. */
  startedAt: string;
}

/** Says who the current process is. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, startedAt: (await readProcStat(process.pid))?.startedAt ?? '' };
}

/** Says whether exactly this process still runs. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  if (!pidIsInUse(pid)) return false;
  const stat = await readProcStat(pid);
  if (!stat) return true;
  // A zombie has ended; a container without an init process keeps it.
  return stat.state !== 'Z' && (startedAt === '' || stat.startedAt === startedAt);
}

/** Says whether the number belongs to any process, a zombie included. */
export function pidIsInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

async function readProcStat(pid: number): Promise<{ state: string; startedAt: string } | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
}
