import {
  commandActor,
  databaseOption,
  exitCodes,
  issuerOption,
  sharedOptions,
  textOf,
} from '@org/identity-core/commands';
import type {
  AddedCatalogue,
  Database,
  IdentityCommand,
  IdentityInvocation,
  PluginServices,
} from '@org/identity-prisma';
import { importFormats } from '../import-formats/import-format.js';
import type { ImportWork } from '../imports/import-work.js';
import { importLines } from './import-lines.js';
import { type Counts, showProgress } from './import-progress.js';
import { undoImport } from './users-import-undo.js';

/** Imports people from a file of another system. */
export const usersImportCommand: IdentityCommand = {
  usage: 'users import [file] [options]',
  summary: 'Imports people, one JSON object in each line (NDJSON), or from an export of another system',
  details: `With - as the file, it reads standard input. If the command is stopped, the servers go on with the import. The exit code
is 2 if a line was refused. The sign-in providers of links are those of the environment: GOOGLE_CLIENT_ID,
MICROSOFT_CLIENT_ID and their issuers, as for the example server. A host with its own plugins runs the commands with
them. Formats: ${importFormats.join(', ')}.`,
  operands: [],
  optionalOperand: 'file',
  options: {
    from: {
      type: 'string',
      value: 'format',
      help: 'What the file was written by: one of the formats above (default: native)',
    },
    encoding: { type: 'string', value: 'name', help: 'utf8 (default, also UTF-16) or latin1 (Windows-1252)' },
    rehearse: { type: 'boolean', help: 'Count and report the same, and change nothing' },
    'create-tenants': { type: 'boolean', help: 'The line of an owner creates a tenant that does not exist' },
    report: { type: 'string', value: 'file', help: 'Write what became of each line to a new file (NDJSON)' },
    invite: { type: 'boolean', help: 'Mail new users without a password a link to choose one' },
    undo: { type: 'string', value: 'import-id', help: 'Take back what an import created and nobody has used since' },
    'firebase-signer-key': { type: 'string', value: 'base64', help: 'The signer key of the Firebase project' },
    'firebase-salt-separator': { type: 'string', value: 'base64', help: 'The salt separator of the Firebase project' },
    'firebase-rounds': { type: 'string', value: 'number', help: 'The rounds of the Firebase project' },
    'firebase-mem-cost': { type: 'string', value: 'number', help: 'The memory cost of the Firebase project' },
    ...issuerOption,
    ...databaseOption,
  },
  async run(invocation) {
    const { values, positionals } = invocation;
    const undone = textOf(values, 'undo');
    const [file] = positionals;
    if (values['undo'] !== undefined) requireNothingElse(invocation);
    if (undone !== undefined)
      return invocation.withServer({}, ({ services }) => undoImport(importsOf(services), invocation, undone));
    if (file === undefined) throw new Error('There is no file: name one, or - for standard input.');
    return importFile(invocation, file);
  },
};

/** `--undo` deletes. With an option of an import, such as `--rehearse`, it is not what was meant. */
function requireNothingElse({ values, positionals }: IdentityInvocation): void {
  if (positionals.length > 0) throw new Error('--undo takes no file.');
  const allowed = ['undo', ...Object.keys(databaseOption), ...Object.keys(sharedOptions)];
  const other = Object.keys(values).find((name) => values[name] !== undefined && !allowed.includes(name));
  if (other !== undefined) throw new Error(`--undo cannot be combined with --${other}. Nothing was changed.`);
  if (textOf(values, 'undo') === undefined) throw new Error('--undo needs the id of an import.');
}

async function importFile(invocation: IdentityInvocation, file: string): Promise<number> {
  const { values } = invocation;
  const { encodings } = await import('../import-formats/decode-bytes.js');
  const format = oneOf(importFormats, 'from', textOf(values, 'from') ?? 'native');
  const encoding = oneOf(encodings, 'encoding', textOf(values, 'encoding') ?? 'utf8');
  const issuer = await invocation.issuer();
  const invite = values['invite'] === true;
  if (invite && issuer === undefined) throw new Error('--invite needs --issuer or ISSUER, for the links in the mails.');
  const { open } = await import('node:fs/promises');
  const handle = file === '-' ? undefined : await open(file);
  try {
    const report = textOf(values, 'report');
    const { createReport } = await import('./import-report.js');
    const reportFile = report === undefined ? undefined : await createReport(report);
    return await invocation.withServer({ issuer }, async (server) => {
      const work = importsOf(server.services);
      const bytes = handle?.createReadStream() ?? process.stdin;
      const { stream, catalogue, notes } = await importLines(server.catalogue, invocation, {
        bytes,
        format,
        encoding,
        work,
      });
      const createTenants = values['create-tenants'] === true || catalogue?.isRehearsed === true;
      const counts = await runImport(server.db, work, invocation, { stream, invite, createTenants });
      await reportFile?.write(server.db, counts.id);
      const added = catalogue?.added;
      const more = {
        ...(added === undefined ? {} : { catalogue: added }),
        ...(report === undefined ? {} : { report }),
        ...(notes.length === 0 ? {} : { notes }),
      };
      const lines = [...linesFor(counts), ...catalogueLines(added), ...notes.map((note) => `Note: ${note}`)];
      invocation.result({ ...counts, ...more }, lines);
      if (counts.status !== 'DONE') return exitCodes.failed;
      return counts.refused > 0 ? exitCodes.problemFound : exitCodes.done;
    });
  } finally {
    await handle?.close();
  }
}

/** The imports of the host's plugins. */
function importsOf({ imports }: PluginServices): ImportWork {
  if (!imports) throw new Error('No plugin of the host imports people.');
  return imports;
}

function oneOf<Name extends string>(names: readonly Name[], option: string, given: string): Name {
  const found = names.find((name) => name === given);
  if (!found) throw new Error(`--${option} must be one of ${names.join(', ')}.`);
  return found;
}

async function runImport(
  db: Database,
  work: ImportWork,
  invocation: IdentityInvocation,
  { stream, invite, createTenants }: { stream: AsyncIterable<Uint8Array>; invite: boolean; createTenants: boolean },
): Promise<Counts> {
  const started = {
    stream,
    actor: commandActor,
    rehearsed: invocation.values['rehearse'] === true,
    createTenants,
    ...(invite ? { inviteIn: 'en' as const } : {}),
  };
  const { getImport } = await import('../imports/list-imports.js');
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

function linesFor(counts: Counts): string[] {
  const { id, status, rehearsed, created, changed, unchanged, refused, waiting } = counts;
  const ended = { DONE: 'is done', RUNNING: 'goes on in a server', FAILED: 'has failed', CANCELED: 'was canceled' }[
    status
  ];
  return [
    `The ${rehearsed ? 'rehearsed ' : ''}import ${id} ${ended}.`,
    `${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused, ${waiting} waiting for a seat.`,
    `With a password: ${counts.withPassword}, with an authenticator app: ${counts.withSecondFactor}, with links: ${counts.withLinks}.`,
  ];
}

function catalogueLines(added: AddedCatalogue | undefined): string[] {
  if (!added) return [];
  const { applications, licenseTypes, tenants, subscriptions } = added;
  return [
    `Catalogue: ${applications} applications, ${licenseTypes} license types, ${tenants} tenants and ${subscriptions} subscriptions added.`,
  ];
}
