import { resources } from '../fixtures.mjs';
import { answerRunner } from './contender.mjs';
import { startIdentity } from './start-identity.mjs';
import { startStockMap } from './start-stock-map.mjs';

// This server and M in one process, so that the CPU of both is counted alike. argv: the database.
const ours = await startIdentity({ databaseUrl: process.argv[2], accessTokenAlgorithm: 'ES256' });
const map = await startStockMap();
answerRunner({
  issuer: ours.issuer,
  answers: {
    ...ours.answers,
    issuerOfMap: () => map.issuer,
    codesOfMap: ({ count, jwt }) => map.codes({ count, resource: jwt ? resources.ES256 : undefined }),
  },
  close: ours.close,
});
