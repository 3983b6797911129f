export { removePostgres } from './remove-postgres.js';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.js';
export { startTemporaryPostgres } from './temporary-postgres.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { dropLeftovers, prepareTemplate, type TestTemplate } from './test-template.js';
