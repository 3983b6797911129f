import type { IdentityInvocation } from '@org/identity-prisma';
import type { PeopleImport } from '../imports/list-imports.js';

export type Counts = Omit<PeopleImport, 'lastLine' | 'sentLines'>;

const everyMilliseconds = 500;
const width = 30;

interface Watched {
  readonly id: string;
  readonly sentLines: number;
  read(): Promise<PeopleImport>;
}

/** Shows how far an import is: a bar at a terminal, lines with --json, and nothing otherwise. */
export function showProgress(invocation: IdentityInvocation, { id, sentLines, read }: Watched): { stop(): void } {
  const json = invocation.values['json'] === true;
  const bar = !json && process.stderr.isTTY;
  let shown = -1;
  const timer = setInterval(() => {
    read().then(
      ({ lastLine, status }) => {
        if (lastLine === shown || status !== 'RUNNING') return;
        shown = lastLine;
        if (json) invocation.result({ id, progress: { line: lastLine, of: sentLines } }, []);
        else if (bar) process.stderr.write(`\r${barOf(lastLine, sentLines)}`);
      },
      () => undefined,
    );
  }, everyMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      if (bar && shown >= 0) process.stderr.write(`\r${barOf(sentLines, sentLines)}\n`);
    },
  };
}

function barOf(done: number, all: number): string {
  const share = all === 0 ? 1 : done / all;
  const full = Math.round(share * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done} of ${all} lines`;
}
