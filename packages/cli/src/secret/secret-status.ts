import { databaseOption, exitCodes, table } from '@org/identity-core/commands';
import type { SecretStatus } from '@org/identity-runtime/secret/count-sealed';
import { secretsOfCommand } from '../database/open-command-database.js';
import type { Command } from '../line/command.js';

/** Says which secret has encrypted what, and which secrets the servers have. It changes nothing. */
export const secretStatusCommand: Command = {
  usage: 'secret status [options]',
  summary: 'Counts what was encrypted with which secret; exit code 2 if something is left to do',
  details: `Requires IDENTITY_SECRET, and reads IDENTITY_OTHER_SECRETS. It decrypts every value and changes nothing.
current  encrypted with IDENTITY_SECRET
other    encrypted with one of IDENTITY_OTHER_SECRETS: "secret rotate" encrypts it anew
unknown  none of them decrypts it`,
  options: databaseOption,
  async run(invocation) {
    const secret = await secretsOfCommand(invocation);
    const { secretStatus } = await import('@org/identity-runtime/secret/count-sealed');
    const status = await invocation.withDatabase(({ pool }) => secretStatus(pool, secret));
    const advice = adviceOf(status, secret.length - 1);
    const rows = status.columns.map(({ table: name, column, current, other, unknown }) => [
      `${name}.${column}`,
      ...[current, other, unknown].map(String),
    ]);
    const { running, encryptWithAnother } = status.processes;
    invocation.result({ ...status, finished: advice.todo.length === 0 }, [
      ...table(['COLUMN', 'CURRENT', 'OTHER', 'UNKNOWN'], rows),
      '',
      `${running - encryptWithAnother} of ${running} running server process(es) encrypt with IDENTITY_SECRET.`,
      ...advice.todo,
      ...advice.notes,
    ]);
    return advice.todo.length === 0 ? exitCodes.done : exitCodes.problemFound;
  },
};

function adviceOf({ columns, processes }: SecretStatus, others: number): { todo: string[]; notes: string[] } {
  const sum = (key: 'other' | 'unknown') => columns.reduce((total, column) => total + column[key], 0);
  const todo: string[] = [];
  if (sum('unknown') > 0)
    todo.push(
      `${sum('unknown')} value(s) were encrypted with another secret. Add it to IDENTITY_OTHER_SECRETS, here and for the servers.`,
    );
  if (processes.withoutCurrent > 0)
    todo.push(
      `${processes.withoutCurrent} process(es) cannot decrypt what IDENTITY_SECRET encrypts. Restart them with it in IDENTITY_OTHER_SECRETS.`,
    );
  else if (processes.encryptWithAnother > 0)
    todo.push(
      `${processes.encryptWithAnother} process(es) encrypt with another secret. Restart them with this IDENTITY_SECRET.`,
    );
  if (processes.withoutOthers > 0)
    todo.push(
      `${processes.withoutOthers} process(es) do not have all of IDENTITY_OTHER_SECRETS. Restart them with the same variables.`,
    );
  if (sum('other') > 0)
    todo.push(
      `${sum('other')} value(s) are left. Run: identity-server secret rotate, once all processes are restarted.`,
    );
  const notes =
    others > 0 && todo.length === 0
      ? [
          'Every process has all secrets, and nothing in the database was encrypted with IDENTITY_OTHER_SECRETS.',
          'If that is the former secret, remove it. If it is the next one, it can become IDENTITY_SECRET now.',
        ]
      : [];
  return { todo, notes };
}
