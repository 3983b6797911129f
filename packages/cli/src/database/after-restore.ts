import { commandActor, confirm, confirmOption, databaseOption, exitCodes, facts } from '@org/identity-core/commands';
import type { Restored } from '@org/identity-runtime/restore/end-revived';
import type { Command, Invocation } from '../line/command.js';
import { erasedOption, eraseListed, readErased } from './erase-listed.js';
import { secretsOfCommand, withDatabase } from './open-command-database.js';

/** Ends what a restore from a backup has brought back to life. */
export const afterRestoreCommand: Command = {
  usage: 'after-restore [options]',
  summary: 'Ends what a database restored from a backup has brought back: sessions, tokens, links, queued mail',
  details: `Run it after a restore to an earlier moment, before the first server starts. It says which hours are missing and what is
left for you to do. Everything happens in one transaction, and a second run changes nothing. Connect directly to
PostgreSQL, not through a pooler. --replace-keys requires IDENTITY_SECRET.`,
  options: {
    until: {
      type: 'string',
      value: 'time',
      help: 'When the lost database was last used, e.g. 2027-01-31T09:30:00Z (default: now)',
    },
    ...erasedOption,
    'replace-keys': {
      type: 'boolean',
      help: 'Also replace every signing key (keys rotate --compromised)',
    },
    'dry-run': { type: 'boolean', help: 'Say what would end, and change nothing' },
    force: { type: 'boolean', help: 'Run although other programs are connected to the database' },
    ...confirmOption,
    ...databaseOption,
  },
  async run(invocation: Invocation) {
    const { values } = invocation;
    const dryRun = values['dry-run'] === true;
    const force = values['force'] === true;
    const until = untilOf(invocation);
    const erased = await readErased(invocation);
    const secret = values['replace-keys'] === true ? await secretsOfCommand(invocation) : undefined;
    const [{ endRevived }, { requireNoServers }, { leftByHand }, { replaceKeys }, plugins] = await Promise.all([
      import('@org/identity-runtime/restore/end-revived'),
      import('@org/identity-runtime/restore/require-no-servers'),
      import('@org/identity-runtime/restore/left-by-hand'),
      import('@org/identity-runtime/keys/replace-keys'),
      invocation.plugins ?? invocation.program.declaredPlugins(),
    ]);
    return withDatabase(invocation, async (services) => {
      // Before the question, so that the operator is not asked in vain.
      if (!force) await requireNoServers(services.db);
      if (!dryRun) await confirm(invocation, 'End all sessions, tokens and mailed links of this database?');
      invocation.progress('Ending sessions, tokens and links …');
      const options = { until, dryRun, force, actor: commandActor, plugins };
      const restored = await endRevived(services, options);
      const keys =
        secret === undefined || dryRun
          ? undefined
          : await replaceKeys({ ...services, secret }, { actor: commandActor });
      const again = dryRun ? undefined : await eraseListed(invocation, services, erased);
      invocation.result({ ...restored, keys, erased: again, leftByHand }, [
        ...linesOf(restored),
        ...(keys ? [`The key ${keys.kid} signs now. ${keys.removed.length} other key(s) were removed.`] : []),
        ...(again?.lines ?? []),
        '',
        'What is left to do by hand:',
        ...leftByHand.map((text) => `- ${text}`),
        '',
        'Then check the data: identity-server verify',
      ]);
      return exitCodes.done;
    });
  },
};

function untilOf({ values }: Invocation): Date | undefined {
  const given = values['until'];
  if (typeof given !== 'string') return undefined;
  const time = new Date(given);
  if (Number.isNaN(time.getTime()) || !/^\d{4}-\d{2}-\d{2}/u.test(given))
    throw new Error('--until: must be a time such as 2027-01-31T09:30:00Z');
  if (time.getTime() > Date.now()) throw new Error('--until: must not be in the future');
  return time;
}

function linesOf({ dryRun, repeated, lastEventAt, missingFrom, missingTo, ended, heldMail }: Restored): string[] {
  const done = dryRun ? 'This would end:' : 'Ended:';
  return [
    ...facts([
      ['Last kept change', lastEventAt?.toISOString() ?? 'none'],
      ['Missing', `${missingFrom?.toISOString() ?? 'everything'} to ${missingTo.toISOString()}`],
    ]),
    '',
    ...(repeated ? ['Nothing was changed: this was already done.'] : [done, ...endedLines(ended)]),
    ...(heldMail.length === 0
      ? []
      : [
          '',
          'Held mail, which you can send in the platform console under "Queues":',
          ...heldMail.map(({ id, kind, queuedAt }) => `  ${id}  ${kind}, queued ${queuedAt.toISOString()}`),
        ]),
  ];
}

const endedLines = (ended: Restored['ended']) =>
  ended.map(({ ends, count }) => `  ${String(count).padStart(9)}  ${ends}`);
