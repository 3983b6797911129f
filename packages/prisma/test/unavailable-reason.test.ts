import { createServer } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { type OpenDatabase, openDatabase, Prisma, type UnavailableReason, unavailableReason } from '../src/index.js';

let server: TestDatabase;
let database: OpenDatabase;
test.before(async () => {
  server = await createTestDatabase();
  database = openDatabase({ databaseUrl: server.url });
  // A write to this table fails with the code in the row.
  await database.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'as told' USING ERRCODE = NEW.slug; END $$`);
  await database.pool.query(
    'CREATE TRIGGER fail BEFORE INSERT ON identity.tenants FOR EACH ROW EXECUTE FUNCTION fail()',
  );
});
test.after.always(async () => {
  await database?.close();
  await server?.drop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Returns the errors with an SQLSTATE, one for each way it can reach us. */
async function failuresWith(state: string): Promise<unknown[]> {
  const { db, pool } = database;
  const sql = Prisma.sql`INSERT INTO identity.tenants (id, slug, name) VALUES (gen_random_uuid(), ${state}, 'x')`;
  return Promise.all([
    failureOf(pool.query('INSERT INTO identity.tenants (id, slug, name) VALUES (gen_random_uuid(), $1, $1)', [state])),
    failureOf(db.$executeRaw(sql)),
    failureOf(db.tenant.create({ data: { slug: state, name: 'x' } })),
    failureOf(db.$transaction((tx) => tx.tenant.create({ data: { slug: state, name: 'x' } }))),
    failureOf(db.$transaction((tx) => tx.$executeRaw(sql))),
  ]);
}

const expected: Record<string, UnavailableReason | undefined> = {
  '08006': 'away',
  '53100': 'full',
  '53200': 'full',
  '53300': 'busy',
  '57P01': 'away',
  '57P03': 'away',
  '25006': 'read-only',
  '55P03': 'busy',
  '57014': 'busy',
  '58030': 'full',
  // Mistakes of ours or of the caller.
  '23505': undefined,
  '23503': undefined,
  '40P01': undefined,
  '42P01': undefined,
  P0001: undefined,
};

for (const [state, reason] of Object.entries(expected)) {
  test(`SQLSTATE ${state} is ${reason ?? 'no outage'}, whichever way it comes`, async (t) => {
    for (const failure of await failuresWith(state)) {
      t.true(failure instanceof Error);
      t.is(unavailableReason(failure), reason, String(failure));
    }
  });
}

const closedPort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
};

test('a refused connection is an outage of the database, but not one to another server', async (t) => {
  const port = await closedPort();
  const { db, pool, close } = openDatabase({ databaseUrl: `postgresql://nobody@127.0.0.1:${port}/none` });
  const failures = [
    await failureOf(pool.query('SELECT 1')),
    await failureOf(pool.connect()),
    await failureOf(db.tenant.findFirst()),
    await failureOf(db.$queryRaw`SELECT 1`),
    await failureOf(db.$transaction((tx) => tx.tenant.findFirst())),
  ];
  await close();
  for (const failure of failures) t.is(unavailableReason(failure), 'away', String(failure));
  t.is(unavailableReason(new Error('a use-case failed', { cause: failures[0] })), 'away');
  const other = await failureOf(fetch(`http://127.0.0.1:${port}/`));
  t.true(other instanceof TypeError);
  t.is(unavailableReason(other), undefined);
});

test('connections that are ended by the server are an outage, and the pool replaces them', async (t) => {
  const { db, pool, close } = openDatabase({ databaseUrl: server.url, poolSize: 2 });
  const kill = (pid: number) => database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
  const pidOf = async (on: Pick<typeof db, '$queryRaw'>) =>
    (await on.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid ?? 0;
  for (let round = 0; round < 4; round += 1) {
    const failure = await failureOf(
      db.$transaction(async (tx) => {
        await kill(await pidOf(tx));
        await tx.tenant.findFirst();
      }),
    );
    t.is(unavailableReason(failure), 'away', String(failure));
  }
  t.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  t.true(pool.totalCount <= 2);
  await close();
});
