import type { ImportWork, PeopleFormat } from '@org/identity-users';
import { commandActor } from '../database/open-command-database.js';
import { type CommandServer, withPlugins } from '../database/open-command-server.js';
import { type Command, databaseOption, exitCodes, type Invocation } from '../line/command.js';
import { textOf } from '../line/text-of.js';
import { type Counts, showProgress } from './import-progress.js';
import { issuerOf, issuerOption } from './second-factor-link.js';

const formats = ['native', 'auth0', 'keycloak', 'cognito', 'firebase', 'logto', 'better-auth', 'csv'] as const;

/** Imports people from a file of another system. */
export const usersImportCommand: Command = {
  usage: 'users import <file> [options]',
  summary: 'Imports people, one JSON object in each line (NDJSON), or from an export of another system',
  details: `With - as the file, it reads standard input. If the command is stopped, the servers go on with the import. The exit code
is 2 if a line was refused.`,
  operands: ['file'],
  options: {
    from: { type: 'string', value: 'format', help: `native (default), ${formats.slice(1).join(', ')}` },
    rehearse: { type: 'boolean', help: 'Count and report the same, and change nothing' },
    'create-tenants': { type: 'boolean', help: 'The line of an owner creates a tenant that does not exist' },
    report: { type: 'string', value: 'file', help: 'Write what became of each line to a new file (NDJSON)' },
    invite: { type: 'boolean', help: 'Mail new users without a password a link to choose one' },
    'firebase-signer-key': { type: 'string', value: 'base64', help: 'The signer key of the Firebase project' },
    'firebase-salt-separator': { type: 'string', value: 'base64', help: 'The salt separator of the Firebase project' },
    'firebase-rounds': { type: 'string', value: 'number', help: 'The rounds of the Firebase project' },
    'firebase-mem-cost': { type: 'string', value: 'number', help: 'The memory cost of the Firebase project' },
    ...issuerOption,
    ...databaseOption,
  },
  async run(invocation) {
    const { values, positionals } = invocation;
    const from = formatOf(textOf(values, 'from') ?? 'native');
    const issuer = await issuerOf(invocation);
    const invite = values['invite'] === true;
    if (invite && issuer === undefined)
      throw new Error('--invite needs --issuer or ISSUER, for the links in the mails.');
    const [file = '-'] = positionals;
    const { open } = await import('node:fs/promises');
    const handle = file === '-' ? undefined : await open(file);
    const bytes = handle?.createReadStream() ?? process.stdin;
    const report = textOf(values, 'report');
    const { createReport } = await import('./import-report.js');
    const reportFile = report === undefined ? undefined : await createReport(report);
    return withPlugins(invocation, { issuer }, async (server) => {
      const work: ImportWork | undefined = server.services.imports;
      if (!work) throw new Error('No plugin of the host imports people.');
      const notes: string[] = [];
      const stream =
        from === 'native'
          ? bytes
          : await otherLines(bytes, invocation, { format: from, providers: work.providers, notes });
      const counts = await runImport(server.db, work, invocation, { stream, invite });
      await reportFile?.write(server.db, counts.id);
      const more = { ...(report === undefined ? {} : { report }), ...(notes.length === 0 ? {} : { notes }) };
      invocation.result({ ...counts, ...more }, [...linesFor(counts), ...notes.map((note) => `Note: ${note}`)]);
      if (counts.status !== 'DONE') return exitCodes.failed;
      return counts.refused > 0 ? exitCodes.problemFound : exitCodes.done;
    }).finally(() => handle?.close());
  },
};

function formatOf(name: string): 'native' | PeopleFormat {
  const found = formats.find((format) => format === name);
  if (!found) throw new Error(`--from must be one of ${formats.join(', ')}.`);
  return found;
}

/** The lines of an import, from the export of another system. The notes grow as it is read. */
async function otherLines(
  bytes: AsyncIterable<Uint8Array>,
  { values }: Invocation,
  { format, providers, notes }: { format: PeopleFormat; providers: readonly string[]; notes: string[] },
): Promise<AsyncIterable<Uint8Array>> {
  const { linesOfFormat } = await import('@org/identity-users');
  const firebase = {
    signerKey: textOf(values, 'firebase-signer-key'),
    saltSeparator: textOf(values, 'firebase-salt-separator'),
    rounds: numberOf(values, 'firebase-rounds'),
    memCost: numberOf(values, 'firebase-mem-cost'),
  };
  return linesOfFormat(bytes, { format, providers, firebase, onNote: (note) => notes.push(note) });
}

function numberOf(values: Invocation['values'], name: string): number | undefined {
  const given = textOf(values, name);
  if (given === undefined) return undefined;
  if (!/^\d+$/u.test(given)) throw new Error(`--${name} must be a whole number.`);
  return Number(given);
}

async function runImport(
  db: CommandServer['db'],
  work: ImportWork,
  invocation: Invocation,
  { stream, invite }: { stream: AsyncIterable<Uint8Array>; invite: boolean },
): Promise<Counts> {
  const { values } = invocation;
  const started = {
    stream,
    actor: commandActor,
    rehearsed: values['rehearse'] === true,
    createTenants: values['create-tenants'] === true,
    ...(invite ? { inviteIn: 'en' as const } : {}),
  };
  const { getImport } = await import('@org/identity-users');
  let id = '';
  const read = () => getImport({ db }, id);
  let progress: { stop(): void } | undefined;
  try {
    await work.run(
      started,
      (begun) => {
        id = begun.id;
        progress = showProgress(invocation, { ...begun, read });
      },
      new AbortController().signal,
    );
  } finally {
    progress?.stop();
  }
  const { lastLine: _last, sentLines: _sent, ...counts } = await read();
  return counts;
}

function linesFor({ id, status, rehearsed, created, changed, unchanged, refused, waiting }: Counts): string[] {
  const ended = { DONE: 'is done', RUNNING: 'goes on in a server', FAILED: 'has failed', CANCELED: 'was canceled' }[
    status
  ];
  return [
    `The ${rehearsed ? 'rehearsed ' : ''}import ${id} ${ended}.`,
    `${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused, ${waiting} waiting for a seat.`,
  ];
}
