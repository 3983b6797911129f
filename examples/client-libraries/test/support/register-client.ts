import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestServer } from '@org/identity-example-server/test/test-server';
import { type ClientCredentials, demoOrigin } from './recipe.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const command = join(root, 'packages/server/dist/src/cli/main.js');

/** Registers the client of a recipe with the command on its page in the docs, for the origin of the recipe. */
export function clientOfPage(page: string) {
  return async (server: TestServer, origin: string): Promise<ClientCredentials> => {
    const text = readFileSync(join(root, 'docs/guides/client-libraries', `${page}.md`), 'utf8');
    const line = /^npx identity-server (clients create (?:.*\\\n)*.*)$/mu.exec(text)?.[1] ?? '';
    const words = line
      .replaceAll('\\\n', ' ')
      .split(' ')
      .filter(Boolean)
      .map((word) => word.replace(demoOrigin, origin));
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: server.databaseUrl };
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...words, '--json'], { env });
    const { id, secret } = JSON.parse(stdout) as { id: string; secret: string };
    return { clientId: id, clientSecret: secret };
  };
}
