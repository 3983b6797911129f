import { prepareDemoDatabase } from '../../examples/server/dist/test/support/demo-database.js';
import { dropLeftovers, prepareTemplate, startTemporaryPostgres } from '../../packages/dev-postgres/dist/src/index.js';
import { migrate } from '../../packages/prisma/dist/src/index.js';

/** Runs the action with the environment of the tests: a PostgreSQL, temporary or given, with the template databases. */
export async function withTestDatabases(action) {
  const given = process.env.TEST_DATABASE_URL;
  return given ? onGivenServer(given, action) : onOwnServer(action);
}

async function onGivenServer(url, action) {
  await dropLeftovers(url);
  return withTemplates(url, action);
}

const settings = {
  // A database that exists for a minute needs no vacuum.
  autovacuum: 'off',
  // The kernel copies the files of a template: 15 ms of CPU time for a database instead of 127 ms.
  ...(process.platform === 'linux' ? { file_copy_method: 'clone' } : {}),
};

async function onOwnServer(action) {
  const postgres = await startTemporaryPostgres({ settings });
  try {
    return await withTemplates(postgres.url, action);
  } finally {
    await postgres.stop();
  }
}

/** One template with the migrated schema, and one with demo data and keys as well. */
async function withTemplates(server, action) {
  const templates = [];
  try {
    templates.push(await prepareTemplate(server, (databaseUrl) => migrate({ databaseUrl })));
    templates.push(await prepareTemplate(server, prepareDemoDatabase));
    const [migrated, demo] = templates.map(({ name }) => name);
    return await action({ TEST_DATABASE_URL: server, TEST_TEMPLATE_DATABASE: migrated, TEST_DEMO_DATABASE: demo });
  } finally {
    for (const template of templates) await template.drop();
  }
}
