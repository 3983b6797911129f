import { databaseOption, exitCodes, facts, printable, wholeNumber } from '@org/identity-core/commands';
import { describeOther } from '@org/identity-runtime/verify/describe-other';
import type { Verification, VerifiedCheck } from '@org/identity-runtime/verify/verify-database';
import type { Command, Invocation } from '../line/command.js';
import { databaseUrlOf, secretsOfCommand } from './open-command-database.js';

const defaultSeconds = 600;

/** Checks the data of a database. It changes nothing. */
export const verifyCommand: Command = {
  usage: 'verify [options]',
  summary: 'Checks that the data of the database is whole: keys, rows, counters, seats, owners; exit code 2 if not',
  details: `For a database that was restored from a backup, and from time to time. Requires IDENTITY_SECRET. It reads one moment in
a read-only transaction, so it can run beside servers and on a standby. Names up to ten rows for each problem.`,
  options: {
    timeout: {
      type: 'string',
      value: 'seconds',
      help: `How long one statement may take (default ${defaultSeconds})`,
    },
    ...databaseOption,
  },
  async run(invocation: Invocation) {
    const statementSeconds = wholeNumber(invocation.values, 'timeout', { fallback: defaultSeconds, min: 1 });
    const secret = await secretsOfCommand(invocation);
    const databaseUrl = await databaseUrlOf(invocation);
    const [{ verifyDatabase }, plugins] = await Promise.all([
      import('@org/identity-runtime/verify/verify-database'),
      invocation.plugins ?? invocation.program.declaredPlugins(),
    ]);
    const verification = await verifyDatabase({
      databaseUrl,
      secret,
      statementSeconds,
      plugins,
      onCheck: (name) => invocation.progress(`Checking ${name} …`),
    });
    invocation.result(verification, linesOf(verification));
    return verification.sound ? exitCodes.done : exitCodes.problemFound;
  },
};

function linesOf({ sound, counts, checks, others = [] }: Verification): string[] {
  const wrong = checks.filter((check) => !check.sound).length;
  const counted = Object.entries(counts);
  return [
    ...checks.flatMap(linesOfCheck),
    '',
    ...(counted.length === 0 ? [] : [...facts(counted), '']),
    ...others.map((other) => `${describeOther(other)}.`),
    sound ? 'The data is whole.' : `${wrong} of ${checks.length} checks found a problem.`,
  ];
}

function linesOfCheck({ name, rule, sound, count, examples, error, advice }: VerifiedCheck): string[] {
  const line = `${(sound ? 'ok' : 'problem').padEnd(8)} ${name.padEnd(16)} ${rule}`;
  if (sound) return [line];
  const more = (text: string) => `${' '.repeat(26)}${printable(text)}`;
  const found =
    error === undefined ? `Not so: ${count}, for example ${examples.join(', ')}` : `It could not be checked: ${error}`;
  return [line, more(found), ...(advice === undefined ? [] : [more(advice)])];
}
