import { dropLeftovers, prepareTemplate, startTemporaryPostgres } from '../../packages/dev-postgres/dist/src/index.js';
import { migrate } from '../../packages/prisma/dist/src/index.js';

/** Runs the action with the environment of the tests: a server, their own or the given one, and a migrated template on it. */
export async function withTestDatabases(action) {
  const given = process.env.TEST_DATABASE_URL;
  return given ? onGivenServer(given, action) : onOwnServer(action);
}

async function onGivenServer(url, action) {
  await dropLeftovers(url);
  const template = await migratedTemplate(url);
  try {
    return await action({ TEST_DATABASE_URL: url, TEST_TEMPLATE_DATABASE: template.name });
  } finally {
    await template.drop();
  }
}

async function onOwnServer(action) {
  const postgres = await startTemporaryPostgres();
  try {
    const template = await migratedTemplate(postgres.url);
    return await action({ TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE_DATABASE: template.name });
  } finally {
    await postgres.stop();
  }
}

function migratedTemplate(server) {
  return prepareTemplate(server, (databaseUrl) => migrate({ databaseUrl }));
}
