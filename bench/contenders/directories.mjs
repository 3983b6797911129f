import { connections } from '../../packages/connections/dist/src/index.js';
import { scim } from '../../packages/scim/dist/src/index.js';
import { answerRunner } from './contender.mjs';
import { startIdentity } from './start-identity.mjs';

// This server with directories. argv: the database.
answerRunner(await startIdentity({ databaseUrl: process.argv[2], plugins: [connections(), scim()] }));
