import { answerRunner } from './contender.mjs';
import { startIdentity } from './start-identity.mjs';

// This server. argv: the database, the algorithm of access tokens, the number of people of a filled database, and whether
// to use prepared statements.
const [databaseUrl, accessTokenAlgorithm, people = '0', preparedStatements = 'true'] = process.argv.slice(2);
answerRunner(
  await startIdentity({
    databaseUrl,
    accessTokenAlgorithm,
    people: Number(people),
    preparedStatements: preparedStatements === 'true',
  }),
);
