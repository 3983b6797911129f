import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type DocPage, root } from './support-docs.js';

const folder = join(root, 'dist/snippets');

/** The packages that a host installs in addition to @org/identity-server, and where they are in the workspace. */
const installed: Record<string, string> = {
  '@org/identity-server': 'node_modules/@org/identity-server',
  '@org/identity-connections': 'examples/server/node_modules/@org/identity-connections',
  '@org/identity-scim': 'examples/server/node_modules/@org/identity-scim',
  '@org/identity-client': 'examples/licensed-app/node_modules/@org/identity-client',
  '@org/identity-ui': 'packages/runtime/node_modules/@org/identity-ui',
  '@org/identity-core': 'packages/runtime/node_modules/@org/identity-core',
  '@org/identity-prisma': 'packages/runtime/node_modules/@org/identity-prisma',
  '@types/koa': 'packages/runtime/node_modules/@types/koa',
  '@types/node': 'node_modules/@types/node',
  jose: 'packages/runtime/node_modules/jose',
  koa: 'packages/runtime/node_modules/koa',
  preact: 'packages/runtime/node_modules/preact',
  zod: 'packages/runtime/node_modules/zod',
  'openid-client': 'examples/server/node_modules/openid-client',
};

const settings = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: { noEmit: true, composite: false, incremental: false, declaration: false, declarationMap: false },
  include: ['*.ts', '*.tsx'],
};

/** Compiles every TypeScript block as a separate file. Returns the number of blocks and the output of the compiler. */
export async function compileSnippets(pages: readonly DocPage[]): Promise<{ count: number; output: string }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(installed)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, source), link, 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const snippets = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => language === 'ts' || language === 'tsx')
      // The file name shows the page and line in messages of the compiler.
      .map(({ language, text, line }) => ({ file: `${basename(path, '.md')}-line-${line}.${language}`, text })),
  );
  for (const { file, text } of snippets) writeFileSync(join(folder, file), text);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder });
  // If the compiler finds mistakes, it prints them and exits with an error.
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return { count: snippets.length, output: `${stdout}${stderr}`.trim() };
}
