import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileHost, installPackages, npm } from '../packages/installed-host.js';
import { packAll, root } from '../packages/packed-packages.js';

const sources = join(root, 'test/stranger');

/** The project of a host outside of the repository, and beside it the folder of the plugin's author. */
export interface Outside {
  readonly folder: string;
  /** Builds a version of the plugin as its author does. Returns the output of the compiler, and the packed plugin. */
  buildPlugin(version: '1.0.0' | '1.1.0'): Promise<{ output: string; tarball: string }>;
  /** What the plugin imports without declaring it. */
  undeclaredImports(): string[];
  installPlugin(tarball: string): Promise<void>;
  /** Uninstalls the plugin, and takes it out of the host. */
  removePlugin(): Promise<void>;
  compileHost(): Promise<string>;
  /** Runs a compiled program of the host, such as its command. */
  runProgram(file: string, args?: readonly string[]): Promise<Run>;
  remove(): void;
}

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates an empty folder, and installs the packed packages there. */
export async function createOutside(variables: () => Record<string, string>): Promise<Outside> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-stranger-'));
  const packed = join(folder, 'packed');
  const author = join(folder, 'author/badge-desk');
  mkdirSync(packed);
  await installPackages(folder, await packAll(packed));
  cpSync(join(sources, 'host'), folder, { recursive: true });
  return {
    folder,
    async buildPlugin(version) {
      rmSync(author, { recursive: true, force: true });
      cpSync(join(sources, 'badge-desk'), author, { recursive: true });
      if (version === '1.1.0') cpSync(join(sources, 'upgrade'), author, { recursive: true });
      writeFileSync(join(author, 'package.json'), JSON.stringify({ ...manifestIn(author), version }));
      const output = await compileHost(author);
      await npm(author, 'pack', '--pack-destination', folder);
      return { output, tarball: `badge-desk-${version}.tgz` };
    },
    undeclaredImports() {
      const { dependencies, peerDependencies } = manifestIn(author);
      const declared = Object.keys({ ...dependencies, ...peerDependencies });
      return importsBelow(join(author, 'src')).filter((name) => !declared.includes(name));
    },
    installPlugin: async (tarball) => void (await npm(folder, 'install', `./${tarball}`)),
    async removePlugin() {
      await npm(folder, 'uninstall', 'badge-desk');
      cpSync(join(sources, 'removed'), folder, { recursive: true });
    },
    compileHost: () => compileHost(folder),
    runProgram: (file, args = []) => runNode([join('dist', file), ...args], { folder, variables: variables() }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
}
const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that the files import, and relative paths that leave the folder. */
function importsBelow(folder: string): string[] {
  const specifiers = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import\()\s*'([^']+)'/gu)].map(
      ([, name]) => `${name}`,
    ),
  );
  const foreign = specifiers.filter((name) => !/^\.\/[\w.-]+$/u.test(name) && !isBuiltin(name));
  return foreign.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

/** Runs a program to its end, whatever its exit code. */
function runNode(args: readonly string[], at: { folder: string; variables: Record<string, string> }): Promise<Run> {
  const env = { PATH: process.env['PATH'] ?? '', ...at.variables };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: at.folder, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
