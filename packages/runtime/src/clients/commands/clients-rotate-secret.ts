import { commandActor, databaseOption, exitCodes, wholeNumber } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

const day = 24 * 60 * 60;

/** Gives a client a new secret. The old one stays valid for a grace period. */
export const clientsRotateSecretCommand: IdentityCommand = {
  usage: 'clients rotate-secret <client-id> [options]',
  summary: 'Gives a client a new secret, which is printed once; the previous one works for the grace period',
  operands: ['client-id'],
  options: {
    grace: {
      type: 'string',
      value: 'seconds',
      help: `How long the old ones still work, up to 30 days (default ${day}, a day)`,
    },
    ...databaseOption,
  },
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const graceSeconds = wholeNumber(invocation.values, 'grace', { fallback: day, min: 0, max: 30 * day });
    const { rotateClientSecret } = await import('../rotate-client-secret.js');
    const { secret, previousUntil } = await invocation.withDatabase((services) =>
      rotateClientSecret(services, { clientId, graceSeconds, actor: commandActor }),
    );
    invocation.result({ id: clientId, secret, previousUntil }, [
      `The new secret of ${clientId}, which is not shown again: ${secret}`,
      graceSeconds === 0
        ? 'The previous secrets do not work any more.'
        : `The previous secrets work until ${previousUntil.toISOString()}.`,
    ]);
    return exitCodes.done;
  },
};
