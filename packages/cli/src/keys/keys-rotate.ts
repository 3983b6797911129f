import { commandActor, databaseOption, exitCodes, wholeNumber } from '@org/identity-core/commands';
import { secretsOfCommand } from '../database/open-command-database.js';
import type { Command, Invocation } from '../line/command.js';

const day = 24 * 60 * 60;

/** Publishes the next signing key, or replaces all keys at once. */
export const keysRotateCommand: Command = {
  usage: 'keys rotate [options]',
  summary: 'Publishes the next signing key; running servers use it without a restart',
  details: 'Requires IDENTITY_SECRET. No request fails during the rotation: old and new tokens are valid all the time.',
  options: {
    announce: {
      type: 'string',
      value: 'seconds',
      help: `How long it is published before it signs, 120 or more (default ${day}, a day)`,
    },
    compromised: {
      type: 'boolean',
      help: 'Replace every key at once, because one may have leaked: all tokens become invalid',
    },
    ...databaseOption,
  },
  run: (invocation) => (invocation.values['compromised'] ? replace(invocation) : rotate(invocation)),
};

async function rotate(invocation: Invocation): Promise<number> {
  const secret = await secretsOfCommand(invocation);
  const { minAnnounceSeconds } = await import('@org/identity-runtime/options');
  const announceSeconds = wholeNumber(invocation.values, 'announce', { fallback: day, min: minAnnounceSeconds });
  const { rotateKeys } = await import('@org/identity-runtime/keys/rotate-keys');
  invocation.progress('Making a key …');
  const next = await invocation.withDatabase((services) =>
    rotateKeys({ ...services, secret }, { announceSeconds, actor: commandActor }),
  );
  const from = next.activeFrom.toISOString();
  invocation.result(next, [
    next.created
      ? `The key ${next.kid} is published and signs from ${from} on.`
      : `Nothing was changed: the key ${next.kid} is already published and signs from ${from} on.`,
  ]);
  return exitCodes.done;
}

async function replace(invocation: Invocation): Promise<number> {
  if (invocation.values['announce'] !== undefined) throw new Error('--announce and --compromised exclude each other.');
  const secret = await secretsOfCommand(invocation);
  const { replaceKeys } = await import('@org/identity-runtime/keys/replace-keys');
  invocation.progress('Making a key …');
  const replaced = await invocation.withDatabase((services) =>
    replaceKeys({ ...services, secret }, { actor: commandActor }),
  );
  invocation.result(replaced, [
    `The key ${replaced.kid} signs now. ${replaced.removed.length} other key(s) were removed.`,
    'Servers use it after their next poll (by default within 30 seconds). All older tokens are invalid then.',
  ]);
  return exitCodes.done;
}
