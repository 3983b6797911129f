import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Adds an application that clients and licenses can belong to. */
export const applicationsCreateCommand: IdentityCommand = {
  usage: 'applications create --name <name> [options]',
  summary: 'Adds an application: a product that clients belong to and licenses are for',
  options: {
    name: { type: 'string', value: 'name', help: 'The name that users see; must be unique' },
    'agent-seats': { type: 'string', value: 'rule', help: 'Which seat agents need: of-the-person (default) or own' },
    ...databaseOption,
  },
  async run(invocation) {
    const { ApplicationInput, createApplication } = await import('../create-application.js');
    const application = ApplicationInput.parse({
      name: invocation.values['name'],
      agentSeats: invocation.values['agent-seats'],
    });
    const created = await invocation.withDatabase((services) =>
      createApplication(services, { application, actor: commandActor }),
    );
    invocation.result(created, [`The application ${created.name} was added with the id ${created.id}.`]);
    return exitCodes.done;
  },
};
