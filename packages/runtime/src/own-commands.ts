/* The commands of this package, by what they are about. Apart from the index, because servers do not need them. */
export { apiCommands } from './apis/commands/api-commands.js';
export { applicationCommands } from './applications/commands/application-commands.js';
export { clientCommands } from './clients/commands/client-commands.js';
export { eventCommands } from './events/commands/event-commands.js';
