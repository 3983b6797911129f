import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { catalogueAdapter } from './catalogue-adapter.js';
import { createEngine } from './load-engine.js';

/*
 * The program that Prisma's command line starts and talks to, JSON-RPC by line, when it needs the schema engine: here around the
 * engine's WebAssembly form, which comes by npm. The command line itself is the real one: see PRISMA_SCHEMA_ENGINE_BINARY.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { datasource: { type: 'string' } },
});
const { url } = JSON.parse(String(values.datasource)) as { url: string };

if (positionals[0] === 'cli') await canConnect();
else await serve();

/** `cli can-connect-to-database`: the exit code is the answer. */
async function canConnect(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

async function serve(): Promise<void> {
  const adapter = catalogueAdapter(url, 'public');
  const engine = await createEngine([['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']], adapter);
  const say = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line) as { id?: number; method?: string; params: unknown };
    // The answer to what was printed has no method.
    if (id === undefined || method === undefined) continue;
    // The methods of the program are those of the class.
    const call = Reflect.get(engine, method) as ((params: unknown) => Promise<unknown>) | undefined;
    try {
      const result = await call?.call(engine, params);
      say({ id, result: result ?? null });
    } catch (error) {
      say({
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
