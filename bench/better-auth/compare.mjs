import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startTemporaryPostgres } from '../../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../../packages/server/dist/src/index.js';
import { runStep } from '../../test/upgrade/run-step.mjs';
import { compare } from '../compare.mjs';
import { postForm } from '../exchange-codes.mjs';
import { comparisonSeed, machine } from '../fixtures.mjs';
import { load, loadedWith } from '../load.mjs';
import { pathsOf } from '../paths.mjs';
import { postgresCpu } from '../postgres-cpu.mjs';
import { clientCredentials, introspection, refresh, userinfo } from '../scenarios/requests.mjs';
import { startContender } from '../start-contender.mjs';
import { durable, newDatabase } from '../start-contenders.mjs';
import { machine as thisMachine, writePart } from '../write-docs.mjs';
import { people, resource } from './fixtures.mjs';
import { proveDifferences } from './prove-differences.mjs';
import { betterAuthTable } from './report.mjs';
import { measureSignIns } from './sign-ins.mjs';

const lengths = {
  full: { rounds: 5, seconds: 2.5, warmUp: { requests: 1_500, seconds: 10 } },
  quick: { rounds: 3, seconds: 0.5, warmUp: { requests: 250, seconds: 1 } },
};

const scenario = (key, title, start) => ({ key, title, start, bars: {}, contenders: ['identity', 'B'] });
const scenarios = [
  scenario('client-credentials', 'client credentials, RS256', clientCredentials('RS256')),
  scenario('refresh', 'refresh with rotation (two JWTs), RS256', refresh),
  scenario('introspection', 'introspection', introspection),
  scenario('userinfo', 'userinfo', userinfo),
  scenario('role', 'who am I, with which role', role),
];
const withES256 = [scenario('client-credentials-es256', 'client credentials, ES256', clientCredentials('ES256'))];

/** Their call for the user and the role in the active organization. Ours with a token: introspection. */
async function role(name, contender) {
  if (name !== 'B') return introspection(name, contender);
  const request = {
    path: '/api/auth/organization/get-active-member',
    headers: { cookie: await contender.ask('cookie') },
  };
  return (_contender, how) => load(contender, request, how);
}

/** Compares this server with better-auth, over one PostgreSQL. */
export async function compareWithBetterAuth({ quick, only, write }) {
  await install();
  const length = quick ? lengths.quick : lengths.full;
  const postgres = await startTemporaryPostgres({ settings: durable });
  const running = [];
  try {
    const start = async (file, args) => {
      const before = performance.now();
      const contender = await startContender(file, args);
      running.push(contender);
      const name = file === 'identity' ? 'identity' : 'B';
      const fields = {
        grant_type: 'client_credentials',
        scope: 'licenses:read',
        ...(name === 'B' ? { resource } : {}),
      };
      const { status } = await postForm(contender, pathsOf(name).token, fields, machine);
      if (status !== 200) throw new Error(`${name} returned ${status} for its first token.`);
      return { ...contender, startMilliseconds: performance.now() - before, atStart: await contender.ask('resident') };
    };
    const databases = await makeDatabases(postgres.url);
    const contenders = {
      identity: await start('identity', [databases.identity]),
      B: await start('../better-auth/server', [databases.RS256, 'RS256', 'false']),
    };
    const es256 = {
      identity: await start('identity', [databases.identity, 'ES256']),
      B: await start('../better-auth/server', [databases.ES256, 'ES256', 'false']),
    };
    const proven = await proveDifferences(contenders, databases.RS256);
    const cpuOfPostgres = await postgresCpu(postgres.url);
    const chosen = (all) => all.filter(({ key }) => only.length === 0 || only.includes(key));
    const tell = ({ title }) => console.error(`measured: ${title}`);
    const results = [
      ...(await compare({ contenders, cpuOfPostgres }, chosen(scenarios), { ...length, tell })),
      ...(await compare({ contenders: es256, cpuOfPostgres }, chosen(withES256), { ...length, tell })),
    ];
    const signIns = await measureSignIns(contenders);
    const text = [
      `${quick ? 'A quick run. ' : ''}Load by ${loadedWith}. ${await thisMachine()}`,
      await betterAuthTable(results, contenders, signIns),
      proven.map((sentence) => `- ${sentence}`).join('\n'),
    ].join('\n\n');
    console.log(text);
    if (write) await writePart('better-auth', text);
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await postgres.stop();
  }
}

/** Installs the pinned versions into this folder, from the registry that npm is configured with. */
async function install() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  if (existsSync(new URL('node_modules/.package-lock.json', import.meta.url))) return;
  await runStep('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
}

/** The filled databases of all contenders: those of better-auth are filled by itself. */
async function makeDatabases(url) {
  const identity = await newDatabase(url, 'identity_only');
  await migrate({ databaseUrl: identity });
  const users = people.map((person) => ({ ...person, displayName: 'Bench Person' }));
  await seed({ databaseUrl: identity, data: { ...comparisonSeed, users: [...comparisonSeed.users, ...users] } });
  const filled = async (algorithm) => {
    const database = await newDatabase(url, `better_auth_${algorithm.toLowerCase()}`);
    await (await startContender('../better-auth/server', [database, algorithm, 'true'])).end();
    return database;
  };
  return { identity, RS256: await filled('RS256'), ES256: await filled('ES256') };
}
