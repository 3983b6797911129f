import { databaseOption, exitCodes, facts, table, textOf } from '@org/identity-core/commands';
import type { IdentityCommand, IdentityInvocation } from '@org/identity-prisma';

/** Verifies a signed statement about a tenant's seats, or makes one. */
export const licensesStatementCommand: IdentityCommand = {
  usage: 'licenses statement --verify <file> --jwks <file> [options]',
  summary: 'Verifies a signed statement of the seats that a tenant bought and held, or makes one',
  details: `With --verify it needs neither a database nor a network, and ends with 1 if the statement is not valid. With
--periods it also checks that the statement was made from these periods. Otherwise it prints a new statement, which
requires --tenant, --application, --from, --to, the issuer and IDENTITY_SECRET.`,
  options: {
    verify: { type: 'string', value: 'file', help: 'The statement: the JWT, or the JSON of the response with it' },
    jwks: { type: 'string', value: 'file', help: 'The key set: the JSON of /api/oauth/jwks' },
    periods: { type: 'string', value: 'file', help: 'An export of the history as NDJSON that covers the range' },
    tenant: { type: 'string', value: 'slug', help: 'The tenant, by its slug or id' },
    application: { type: 'string', value: 'name', help: 'The application, by its name or id' },
    from: { type: 'string', value: 'date', help: 'The first day in UTC, or a time' },
    to: { type: 'string', value: 'date', help: 'The last day in UTC, which is included, or a time' },
    issuer: { type: 'string', value: 'url', help: 'The base URL of the servers (default: ISSUER)' },
    ...databaseOption,
  },
  async run(invocation) {
    const file = textOf(invocation.values, 'verify');
    return file === undefined ? make(invocation) : verify(invocation, file);
  },
};

async function verify({ values, result }: IdentityInvocation, file: string): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const { requireSamePeriods, verifyStatement } = await import('../statements/verify-statement.js');
  const jwks = textOf(values, 'jwks');
  if (jwks === undefined) throw new Error('--jwks must name the file with the key set.');
  const claims = await verifyStatement({
    statement: await readFile(file, 'utf8'),
    jwks: await readFile(jwks, 'utf8'),
  });
  const periods = textOf(values, 'periods');
  if (periods !== undefined) requireSamePeriods(claims, await readFile(periods, 'utf8'));
  const { iss, tenantId, applicationId, from, to, final, days, periodsHash } = claims;
  result({ valid: true, ...claims }, [
    periods === undefined ? 'The statement is valid.' : 'The statement is valid, and the periods are its own.',
    ...facts([
      ['issuer', iss],
      ['tenant', tenantId],
      ['application', applicationId],
      ['from', from],
      ['to', to],
      ['final', final ? 'yes' : 'no: the last day was not over yet'],
      ['periods (SHA-256)', periodsHash],
    ]),
    '',
    ...table(
      ['DAY', 'PURCHASED', 'HELD, AT MOST', 'HELD, AT THE END'],
      days.map(({ date, purchased, heldMax, heldEnd }) => [date, ...[purchased, heldMax, heldEnd].map(String)]),
    ),
  ]);
  return exitCodes.done;
}

async function make(invocation: IdentityInvocation): Promise<number> {
  const { values, environment } = invocation;
  const required = (name: string) => {
    const text = textOf(values, name);
    if (text === undefined) throw new Error(`--${name} is missing. To verify a statement, use --verify and --jwks.`);
    return text;
  };
  const [tenant, application] = [required('tenant'), required('application')];
  const [{ RangeEnd, RangeStart }, { signStatement }] = await Promise.all([
    import('@org/identity-core'),
    import('../statements/create-statement.js'),
  ]);
  const range = { from: readBound('from', RangeStart), to: readBound('to', RangeEnd) };
  const issuer = textOf(values, 'issuer') ?? environment['ISSUER'];
  if (!issuer) throw new Error('--issuer is missing: pass the base URL of the servers, or set ISSUER.');
  const statement = await invocation.withDatabase(async ({ db, events, signerOf }) => {
    const signer = await signerOf(issuer);
    const [{ id: tenantId } = { id: '' }] = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM identity.tenants 
      WHERE (slug = ${tenant} OR id::text = ${tenant}) AND closing_at IS NULL`;
    if (tenantId === '') throw new Error(`--tenant: there is no tenant ${tenant}.`);
    const [{ id: applicationId } = { id: '' }] = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM identity.applications WHERE name = ${application} OR id::text = ${application}`;
    if (applicationId === '') throw new Error(`--application: there is no application ${application}.`);
    return signStatement({ db, events, signer }, { tenantId, applicationId, ...range });
  });
  invocation.result({ statement }, [statement]);
  return exitCodes.done;

  function readBound<Value>(name: string, schema: { safeParse(text: string): { data?: Value | undefined } }): Value {
    const { data } = schema.safeParse(required(name));
    if (data === undefined) throw new Error(`--${name}: must be a date such as 2027-01-31, or a time with a zone.`);
    return data;
  }
}
