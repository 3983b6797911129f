export { EnvironmentError, environmentVariables, readEnvironment, type ServerEnvironment } from './environment.js';
export { openConfiguredDatabase } from './open-configured-database.js';
export { type RunningServer, startServer } from './start-server.js';
