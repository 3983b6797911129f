import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@org/identity-example-server/test/server-process';
import { readPages } from '../support-docs.js';
import { type PackedPackage, root, run } from './packed-packages.js';

/** The first program in docs/guides/embedding.md, as a reader copies it. */
export function documentedHost(): string {
  const page = readPages().find(({ path }) => path === join('docs', 'guides', 'embedding.md'));
  const block = page?.blocks.find(({ language }) => language === 'ts');
  if (!block) throw new Error('docs/guides/embedding.md contains no host.');
  return block.text;
}

/** Creates a project with the host of the documentation outside the workspace, and installs the packages with npm. */
export async function installHost(folder: string, packages: readonly PackedPackage[]): Promise<void> {
  await installPackages(folder, packages);
  writeFileSync(join(folder, 'host.ts'), documentedHost());
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['host.ts'] }));
}

/** Creates a project outside the workspace, and installs the packages with npm. */
export async function installPackages(folder: string, packages: readonly PackedPackage[]): Promise<void> {
  const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const manifest = {
    name: 'host',
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`])),
      koa: '^3.2.0',
    },
    devDependencies: { '@types/node': workspace.devDependencies['@types/node'] },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, 'install');
}

/** Runs npm in a project. Returns what it prints. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  return (await run(program, [...args, ...quiet], { cwd: folder })).stdout;
}

// Without `skipLibCheck`, so that the compiler also checks the type declarations of the installed packages.
const compilerOptions = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ['node'],
};

/** Compiles the host. Returns the output of the compiler. */
export async function compileHost(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const outcome = run(process.execPath, [compiler, '-p', folder], { cwd: folder });
  // If the compiler finds mistakes, it prints them and exits with an error.
  const { stdout, stderr } = await outcome.catch((error: { stdout: string; stderr: string }) => error);
  return `${stdout}${stderr}`.trim();
}

/** Runs a command that a package has installed. */
export async function runInstalled(folder: string, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(join(folder, 'node_modules/.bin', command), args, { cwd: folder });
  return stdout.trim();
}

/** Starts a compiled host and waits until it responds. `stop` resolves to its exit code. */
export async function startHost(folder: string, variables: Record<string, string>, file = 'host.js') {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(port), ISSUER: issuer, ...variables };
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let ended = false;
  void exited.then(() => (ended = true));
  while (!(await responds(issuer))) {
    if (ended) throw new Error(`The host ended before it responded:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    issuer,
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
