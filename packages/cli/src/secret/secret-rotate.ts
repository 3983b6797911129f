import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { RotatedSecret } from '@org/identity-runtime/secret/rotate-secret';
import { secretsOfCommand } from '../database/open-command-database.js';
import type { Command } from '../line/command.js';

/** Encrypts everything with the current secret. */
export const secretRotateCommand: Command = {
  usage: 'secret rotate [options]',
  summary: 'Encrypts everything in the database with IDENTITY_SECRET; servers keep running',
  details: `Requires IDENTITY_SECRET (the new secret) and IDENTITY_OTHER_SECRETS (the former one). All servers must have both and
encrypt with the new one: docs/operations/secret-rotation.md has all steps. It can be stopped at any time and run again.
The exit code is 2 if it has to run again.`,
  options: databaseOption,
  async run(invocation) {
    const secret = await secretsOfCommand(invocation);
    if (secret.length === 1)
      throw new Error(
        'IDENTITY_OTHER_SECRETS is missing: set it to the former secret, and IDENTITY_SECRET to the new one.',
      );
    const { ServerSettings } = await import('@org/identity-runtime/options');
    const current = ServerSettings.shape.secret.safeParse(secret[0]);
    if (!current.success) throw new Error(`IDENTITY_SECRET ${current.error.issues[0]?.message}.`);
    const { rotateSecret } = await import('@org/identity-runtime/secret/rotate-secret');
    const rotated = await invocation.withDatabase((services) =>
      rotateSecret({ ...services, secret, progress: invocation.progress }, { actor: commandActor }),
    );
    invocation.result(rotated, linesOf(rotated));
    return rotated.unfinished ? exitCodes.problemFound : exitCodes.done;
  },
};

function linesOf({ changed, unknown, unfinished, processes, removableFrom }: RotatedSecret): string[] {
  const lines = [`${changed} value(s) were encrypted with the new secret.`];
  if (unknown > 0)
    lines.push(
      `${unknown} value(s) were encrypted with a secret that is neither in IDENTITY_SECRET nor in IDENTITY_OTHER_SECRETS.`,
      'Add that secret to IDENTITY_OTHER_SECRETS and run this again. "identity-server secret status" shows the tables.',
    );
  if (processes.encryptWithAnother > 0)
    lines.push(
      `${processes.encryptWithAnother} of ${processes.running} running server process(es) still encrypt with another secret.`,
      'Restart them with the new secret as IDENTITY_SECRET, then run this again.',
    );
  if (removableFrom)
    lines.push(
      `Nothing in the database needs the former secret. Remove it from IDENTITY_OTHER_SECRETS of all servers after ${removableFrom.toISOString()}.`,
    );
  else if (unfinished && unknown === 0 && processes.encryptWithAnother === 0)
    lines.push('Servers wrote values with another secret meanwhile. Run this again.');
  return lines;
}
