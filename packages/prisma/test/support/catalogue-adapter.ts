import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { databaseSchema } from '../../src/index.js';

const charType = 18;
const textType = 25;

export interface CatalogueAdapter {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  /** Ends the connections. This also frees the migration lock, which the engine takes and never releases. */
  close(): Promise<void>;
}

/**
 * Prisma's driver adapter for its schema engine. The engine reads PostgreSQL's catalogue, which has columns of the one-byte
 * type "char". The adapter does not know that type, but the engine requires it. So the adapter gets such columns as text, and
 * the result is labelled "char" again.
 */
export function catalogueAdapter(databaseUrl: string, schema = databaseSchema): CatalogueAdapter {
  const charColumns = new Set<string>();
  const relabel = (result: pg.QueryResult): pg.QueryResult => {
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== charType) continue;
      field.dataTypeID = textType;
      charColumns.add(field.name);
    }
    return result;
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // The engine's scripts use the search path of the connection, not the schema of the adapter.
    options: `-c search_path=${schema}`,
    max: 2,
    allowExitOnIdle: true,
    Client: clientThat(relabel),
  });
  const factory = new PrismaPg(pool, { schema });
  const restored = <Adapter extends SqlQueryable>(adapter: Adapter): Adapter =>
    new Proxy(adapter, {
      get(target, property) {
        if (property === 'queryRaw') return (query: Parameters<SqlQueryable['queryRaw']>[0]) => queryRaw(target, query);
        // The adapter splits a script at every semicolon, even inside a function. `prisma migrate` sends it as a whole.
        if (property === 'executeScript') return async (script: string) => void (await pool.query(script));
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const queryRaw = async (adapter: SqlQueryable, query: Parameters<SqlQueryable['queryRaw']>[0]) => {
    const result = await adapter.queryRaw(query);
    const columnTypes = result.columnTypes.map((type, index) =>
      charColumns.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return {
    factory: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => restored(await factory.connect()),
      connectToShadowDb: async () => restored(await factory.connectToShadowDb()),
    },
    close: () => pool.end(),
  };
}

type Callback = (error: Error | null, result: pg.QueryResult | undefined) => void;

function clientThat(changes: (result: pg.QueryResult) => pg.QueryResult): typeof pg.Client {
  return class extends pg.Client {
    // TypeScript cannot express an override for the overloads of pg's `query`.
    override query = ((...input: unknown[]) => {
      const query = (pg.Client.prototype.query as (...input: unknown[]) => unknown).bind(this);
      const callback = input.at(-1);
      if (typeof callback !== 'function') return (query(...input) as Promise<pg.QueryResult>).then(changes);
      const changed: Callback = (error, result) => (callback as Callback)(error, result && changes(result));
      return query(...input.slice(0, -1), changed);
    }) as pg.Client['query'];
  };
}
