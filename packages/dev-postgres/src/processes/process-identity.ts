import { readFile } from 'node:fs/promises';
import { hasCode } from './error-code.js';

/** Identifies a process, and distinguishes it from a later process with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks between the boot and the start of the process. Empty on systems without /proc. */
  startedAt: string;
}

/** Returns the identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, startedAt: (await readProcStat(process.pid))?.startedAt ?? '' };
}

/** Whether this process still runs. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  if (!pidIsInUse(pid)) return false;
  const stat = await readProcStat(pid);
  if (!stat) return true;
  // A zombie has ended. In a container without an init process it stays in the process table.
  return stat.state !== 'Z' && (startedAt === '' || stat.startedAt === startedAt);
}

/** Whether any process has this id, including a zombie. */
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
  // The second field is the program's name in parentheses. The name may also contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
}
