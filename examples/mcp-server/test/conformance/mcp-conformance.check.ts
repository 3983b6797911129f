import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@org/identity-example-server/test/server-process';
import { seed } from '@org/identity-server';
import test from 'ava';
import { Person } from '../support/agent.js';
import { type Scene, startScene } from '../support/scene.js';

/** The command of the MCP project. Its scenarios for authorization servers are not in a final release yet. */
const packages = ['@modelcontextprotocol/conformance@0.2.0-alpha.12'];
// It needs Node.js 22. The package `node` is that program.
if (Number(process.versions.node.split('.')[0]) < 22) packages.push('node@22');

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

let scene: Scene;
test.before(async () => {
  scene = await startScene();
});
test.after.always(() => scene?.stop());

/** Runs all scenarios for authorization servers with a client, and signs in when one asks for it. Returns the checks. */
async function runScenarios(clientId: string, port: number): Promise<{ code: number; checks: Check[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  const options = ['--url', scene.issuer, '--client-id', clientId, '--port', String(port), '--output-dir', folder];
  const args = ['--yes', ...packages.flatMap((name) => ['--package', name]), '--', 'conformance', 'authorization'];
  const child = spawn('npx', [...args, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'close') as Promise<[number]>;
  const output = createInterface({ input: child.stdout });
  try {
    for await (const line of output) {
      console.log(line);
      if (!line.startsWith(`${scene.issuer}/oauth/authorize?`)) continue;
      const callback = await new Person(scene.issuer, 'member@acme.test').allow(new URL(line));
      await fetch(callback);
    }
    const [code] = await exited;
    const results = (await readdir(folder)).map((name) => readFile(join(folder, name, 'checks.json'), 'utf8'));
    return { code, checks: (await Promise.all(results)).flatMap((text) => JSON.parse(text) as Check[]) };
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

const expected = {
  'authorization-code-grant': 'SUCCESS',
  'authorization-server-metadata': 'SUCCESS',
  'authorization-server-metadata-cimd': 'SUCCESS',
};
const summary = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ id, status }) => [id, status]));

test.serial('the scenarios for authorization servers pass with a registered client', async (t) => {
  const port = await freePort();
  await seed({
    databaseUrl: scene.databaseUrl,
    data: {
      clients: [
        { id: 'conformance', name: 'Conformance', type: 'SPA', redirectUris: [`http://127.0.0.1:${port}/callback`] },
      ],
    },
  });
  const { code, checks } = await runScenarios('conformance', port);
  t.deepEqual(summary(checks), expected, JSON.stringify(checks, undefined, 2));
  t.is(code, 0);
});

test.serial('they pass with a client that has only a metadata document, on any port of this machine', async (t) => {
  const { code, checks } = await runScenarios(scene.documentUrl, await freePort());
  t.deepEqual(summary(checks), expected, JSON.stringify(checks, undefined, 2));
  t.is(code, 0);
});
