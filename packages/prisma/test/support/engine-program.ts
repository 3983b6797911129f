import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { catalogueAdapter } from './catalogue-adapter.js';
import { createEngine } from './load-engine.js';

/*
 * A replacement for Prisma's schema engine program. Prisma's own command line starts it (see PRISMA_SCHEMA_ENGINE_BINARY) and
 * sends it JSON-RPC, one message per line. It runs the WebAssembly build of the engine, which comes from npm.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { datasource: { type: 'string' } },
});
const { url } = JSON.parse(String(values.datasource)) as { url: string };

if (positionals[0] === 'cli') await canConnect();
else await serve();

/** `cli can-connect-to-database`: the exit code is the result. */
async function canConnect(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

async function serve(): Promise<void> {
  const adapter = catalogueAdapter(url, 'public');
  const engine = await createEngine([['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']], adapter);
  const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line) as { id?: number; method?: string; params: unknown };
    // The reply to what was printed has no method.
    if (id === undefined || method === undefined) continue;
    // The methods of the program have the same names as those of the class.
    const call = Reflect.get(engine, method) as ((params: unknown) => Promise<unknown>) | undefined;
    try {
      const result = await call?.call(engine, params);
      write({ id, result: result ?? null });
    } catch (error) {
      write({
        id,
        error: {
          code: 4466,
          message: 'An error happened.',
          data: { is_panic: false, message: String(error), meta: null },
        },
      });
    }
  }
  await adapter.close();
}
