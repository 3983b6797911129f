import { resources } from '../fixtures.mjs';
import { answerRunner } from './contender.mjs';
import { startStockMap } from './start-stock-map.mjs';

// M: stock oidc-provider with a Map as its store.
const { issuer, codes } = await startStockMap();
answerRunner({
  issuer,
  answers: { codes: ({ count, jwt }) => codes({ count, resource: jwt ? resources.RS256 : undefined }) },
});
