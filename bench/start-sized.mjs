import { migrate, seed } from '../packages/server/dist/src/index.js';
import { fillDatabase } from './fill-database.mjs';
import { application, comparisonSeed } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';
import { spreadMachines } from './people.mjs';
import { startContender } from './start-contender.mjs';
import { newDatabase } from './start-contenders.mjs';

// The same number in every database: the smallest has a hundred tenants.
const machines = 100;
const refreshTokens = 256;

/** Starts this server over a new database with so many people, once for each algorithm, and verifies the data. */
export async function startSized(url, people) {
  const started = performance.now();
  const databaseUrl = await newDatabase(url, `people_${people}`);
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: comparisonSeed });
  await fillDatabase(databaseUrl, people);
  console.log(`${people.toLocaleString('en')} people in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const add = async (algorithm) => {
    const contender = await startContender('identity', [databaseUrl, algorithm, people]);
    const accessTokens = () => contender.ask('accessTokens');
    return { ...contender, accessTokens, machines: spreadMachines(machines, people), refreshTokens };
  };
  const identity = await add('RS256');
  await probe(identity);
  return { [`identity ${people}`]: identity, [`identityES256 ${people}`]: await add('ES256') };
}

/** Verifies the data: an invalid token, or a person without a license, would get a faster response. */
async function probe({ issuer, accessTokens }) {
  const token = (await accessTokens()).at(-1);
  const get = async (path) =>
    (await fetch(`${issuer}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { sub, email } = await get(pathsOf('identity').userinfo);
  const { hasLicense } = await get(`/api/integration/licenses/check?applicationId=${application.id}`);
  if (!sub || !email || hasLicense !== true)
    throw new Error(`The data of the filled database is not complete: ${sub}, ${email}, ${hasLicense}.`);
}
