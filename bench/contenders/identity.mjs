import { answerRunner } from './contender.mjs';
import { startIdentity } from './start-identity.mjs';

// This server. argv: the database, the algorithm of access tokens, the number of people of a filled database, whether to use
// prepared statements, and whether to have webhooks.
const [databaseUrl, accessTokenAlgorithm, people = '0', preparedStatements = 'true', hooks = 'false'] =
  process.argv.slice(2);
answerRunner(
  await startIdentity({
    databaseUrl,
    accessTokenAlgorithm,
    people: Number(people),
    preparedStatements: preparedStatements === 'true',
    hooks: hooks === 'true',
  }),
);
