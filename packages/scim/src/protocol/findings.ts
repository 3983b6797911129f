import { type IdentityError, isIdentityError } from '@org/identity-core';

/** What was found in a request beside the values that are used. Each reading of a request begins with new ones. */
export interface Findings {
  /** The names of attributes that the server does not know, or does not take from a directory. Never their values. */
  readonly ignored: Set<string>;
  /** What is wrong with known attributes, in the order in which it was found. */
  readonly problems: Problem[];
}

interface Problem {
  /** The key of the attribute, or the path as it was sent. */
  readonly key: string;
  readonly error: IdentityError;
}

export const newFindings = (): Findings => ({ ignored: new Set(), problems: [] });

/** How many names are kept. The log has no more. */
const maxIgnored = 30;
/** A request with more is refused at once: each of them costs time. */
const maxProblems = 100;

/** Notes an attribute that is ignored. A name can be anything, also an email, so only what looks like a name is kept. */
export function ignore({ ignored }: Findings, name: string): void {
  if (ignored.size < maxIgnored) ignored.add(/^[\w$][\w$.:/-]{0,199}$/u.test(name) ? name : '…');
}

/** Reads a part of a request. What is wrong with it becomes a problem; whether it matters is decided at the end. */
export function attempt<Read>(findings: Findings, key: string, read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (!isIdentityError(error) || findings.problems.length >= maxProblems) throw error;
    findings.problems.push({ key, error });
    return undefined;
  }
}

/** Throws the first problem, if there is one. */
export function refuseProblems({ problems }: Findings): void {
  if (problems[0]) throw problems[0].error;
}
