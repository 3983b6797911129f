export { removePostgres } from './remove-postgres.js';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.js';
export { startTemporaryPostgres } from './temporary-postgres.js';
export { divideEvents } from './test-databases/divide-events.js';
export { fillTables } from './test-databases/fill-tables.js';
export { createTestDatabase, type TestDatabase } from './test-databases/test-database.js';
export { dropLeftovers, prepareTemplate, type TestTemplate } from './test-databases/test-template.js';
