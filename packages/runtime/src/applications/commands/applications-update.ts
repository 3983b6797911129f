import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Renames an application, or changes which seat agents need. */
export const applicationsUpdateCommand: IdentityCommand = {
  usage: 'applications update <application-id> [options]',
  summary: 'Renames an application, or changes which seat agents need to use it',
  details: `What you do not give stays as it is. If the seed lists the application with agentSeats, its next run overwrites it.`,
  operands: ['application-id'],
  options: {
    name: { type: 'string', value: 'name', help: 'The name that users see; must be unique' },
    'agent-seats': { type: 'string', value: 'rule', help: 'Which seat agents need: of-the-person or own' },
    ...databaseOption,
  },
  async run(invocation) {
    const [applicationId = ''] = invocation.positionals;
    const { name, 'agent-seats': agentSeats } = invocation.values;
    if (name === undefined && agentSeats === undefined) throw new Error('Nothing to change: give at least one option.');
    const { ApplicationChanges, updateApplication } = await import('../update-application.js');
    const changes = ApplicationChanges.parse({
      ...(name === undefined ? {} : { name }),
      ...(agentSeats === undefined ? {} : { agentSeats }),
    });
    const changed = await invocation.withDatabase((services) =>
      updateApplication(services, { applicationId, changes, actor: commandActor }),
    );
    invocation.result(changed, [`The application ${changed.name} has the seats of agents: ${changed.agentSeats}.`]);
    return exitCodes.done;
  },
};
