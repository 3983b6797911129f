import { databaseOption, exitCodes, printable } from '@org/identity-core/commands';
import { variableOrFile } from '@org/identity-runtime/variable-or-file';
import type { Command, Invocation } from '../line/command.js';
import type { Finding } from './checks/finding.js';
import { findDevelopmentSecret } from './data-folder.js';
import { databaseUrlOf } from './open-command-database.js';

/** Checks everything that a server needs and says what to do. It changes nothing. */
export const doctorCommand: Command = {
  usage: 'doctor [options]',
  summary: 'Checks configuration, database, migrations, clock, keys and mail, and says what to do',
  details: `Reads DATABASE_URL, ISSUER, IDENTITY_SECRET, IDENTITY_OTHER_SECRETS, SMTP_URL, MAIL_FROM and NODE_ENV as the server
does, also from files (DATABASE_URL_FILE and so on), and changes nothing. The exit code is 2 if there is a problem, and
0 if there are only warnings.`,
  options: databaseOption,
  async run(invocation) {
    const findings = await examine(await withSecrets(invocation));
    const problems = findings.filter(({ status }) => status === 'problem').length;
    const warnings = findings.filter(({ status }) => status === 'warning').length;
    invocation.result({ healthy: problems === 0, findings }, [
      ...findings.flatMap(linesOf),
      '',
      problems + warnings === 0 ? 'No problems found.' : `${problems} problem(s), ${warnings} warning(s).`,
    ]);
    return problems === 0 ? exitCodes.done : exitCodes.problemFound;
  },
};

/** Reads the secrets that are in files. In development, uses the secret that the example server created. */
async function withSecrets(invocation: Invocation): Promise<Invocation> {
  const { environment } = invocation;
  const secret = variableOrFile(environment, 'IDENTITY_SECRET') ?? (await findDevelopmentSecret(environment));
  const read = {
    IDENTITY_SECRET: secret,
    IDENTITY_OTHER_SECRETS: variableOrFile(environment, 'IDENTITY_OTHER_SECRETS'),
    SMTP_URL: variableOrFile(environment, 'SMTP_URL'),
  };
  return { ...invocation, environment: { ...environment, ...read } };
}

async function examine(invocation: Invocation): Promise<Finding[]> {
  const [{ checkConfiguration }, { checkMail }] = await Promise.all([
    import('./checks/check-configuration.js'),
    import('./checks/check-mail.js'),
  ]);
  const configuration = checkConfiguration(invocation);
  invocation.progress('Checking the database and the mail server …');
  // At the same time, because each has a timeout of ten seconds.
  const [database, mail] = await Promise.all([examineDatabase(invocation), checkMail(invocation)]);
  return [...configuration, ...database, mail];
}

async function examineDatabase(invocation: Invocation): Promise<Finding[]> {
  let databaseUrl: string;
  try {
    databaseUrl = await databaseUrlOf(invocation);
  } catch (error) {
    const advice = 'Set DATABASE_URL to postgresql://user:password@host/database, or start the example server.';
    return [{ check: 'database', status: 'problem', message: (error as Error).message, advice }];
  }
  const { checkDatabase } = await import('./checks/check-database.js');
  const reached = await checkDatabase(databaseUrl);
  if (reached.status === 'problem')
    return [reached, ...skipped('the database', ['migrations', 'clock', 'keys', 'secret'])];
  const [{ checkMigrations }, { openDatabase }] = await Promise.all([
    import('./checks/check-migrations.js'),
    import('@org/identity-prisma'),
  ]);
  const migrations = await checkMigrations(databaseUrl, invocation.plugins ?? []);
  const { db, pool, close } = openDatabase({ databaseUrl, poolSize: 2 });
  try {
    const { checkClock } = await import('./checks/check-clock.js');
    const findings = [reached, migrations, await checkClock(pool)];
    if (migrations.status === 'problem') return [...findings, ...skipped('the migrations', ['keys', 'secret'])];
    const [{ checkKeys }, { checkSecret }, { checkMailQueue }, { splitSecrets }] = await Promise.all([
      import('./checks/check-keys.js'),
      import('./checks/check-secret.js'),
      import('./checks/check-mail.js'),
      import('@org/identity-runtime/keys/secrets'),
    ]);
    const { IDENTITY_SECRET: current, IDENTITY_OTHER_SECRETS: others } = invocation.environment;
    const secret = current ? ([current, ...splitSecrets(others)] as const) : undefined;
    findings.push(await checkKeys(db, secret), await checkSecret(pool, secret), await checkMailQueue(pool));
    return findings;
  } finally {
    await close();
  }
}

function skipped(need: string, checks: readonly string[]): Finding[] {
  return checks.map((check) => ({ check, status: 'skipped', message: `Needs ${need}.` }));
}

function linesOf({ check, status, message, advice }: Finding): string[] {
  const line = `${status.padEnd(8)} ${check.padEnd(14)} ${printable(message)}`;
  return advice === undefined ? [line] : [line, `${' '.repeat(24)}${printable(advice)}`];
}
