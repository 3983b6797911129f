import { type ErrorCode, isRehearsable } from '@org/identity-core';
import test from 'ava';
import type { TestServer } from '../test-server.js';
import { type Attempt, sendAttempt, withQuery } from './attempt.js';
import { type Callers, makeCallers } from './callers.js';
import { deriveAttempts } from './derive-attempts.js';
import { type Operation, operationsOf } from './operations.js';
import { randomChanges } from './random-changes.js';

type Prepare = (valid: Attempt) => Promise<Attempt> | Attempt;

/** How to reach the responses of one operation. */
export interface Scene {
  /** A request that succeeds. */
  valid: () => Promise<Attempt> | Attempt;
  /** Requests for the errors that do not follow from a small change of the valid one. */
  errors?: Partial<Record<ErrorCode, Prepare>>;
  /** Documented errors that no test can provoke at will, with the reason. */
  unreachable?: Partial<Record<ErrorCode, string>>;
}

/** Errors of every route that are not tried here, with the reason. */
const notTried: Partial<Record<ErrorCode, string>> = {
  INTERNAL_ERROR: 'a mistake in our code, of which none is known',
  SERVICE_UNAVAILABLE: 'needs a database that is away or overloaded: see database-unavailable.test.ts',
};

/** The reason of every USER_NOT_FOUND of a user's own routes. */
export const deletedMeanwhile = 'the account was deleted after the token of this very request was looked up';

/** How often a request is sent until its limit is reached. */
const untilLimited = 300;
/** Routes that have a limit of their own, besides that of rehearsals. */
const withOwnLimit = /\/(?:lease|test|replay)$/u;

/** How many random changes each route gets. Another CONTRACT_SEED gives other changes. */
const changesPerRoute = Number(process.env['CONTRACT_CHANGES'] ?? 15);

/** Tests that each operation of an area has its documented success and every documented error, and no other. */
export function contractTests(
  server: () => TestServer,
  operations: readonly Operation[],
  scenes: Readonly<Record<string, Scene>>,
): void {
  let callers: Callers;
  test.before(async () => {
    callers = await makeCallers(server());
  });

  test('every operation of the area has a scene, and there is no other', (t) => {
    t.deepEqual(Object.keys(scenes).sort(), operations.map(({ name }) => name).sort());
    t.deepEqual(
      operationsOf(server()).filter((operation) => areaOf(operation) === undefined),
      [],
    );
  });

  test('every operation, whatever its method, can refuse its input: an unknown query name is tried below', (t) => {
    t.deepEqual(
      operations.filter(({ codes }) => !codes.includes('VALIDATION_FAILED')).map(({ name }) => name),
      [],
    );
  });

  for (const [name, scene] of Object.entries(scenes)) {
    test.serial(`${name} gives its documented success and each of its documented errors`, async (t) => {
      const { issuer, contract } = server();
      const operation = operations.find((each) => each.name === name);
      if (!operation) return t.fail('It is not described.');
      const valid = await scene.valid();
      const missing: string[] = [];
      for (const code of operation.codes) {
        if (notTried[code] ?? scene.unreachable?.[code]) continue;
        const reached = await reach(code, operation, { server: server(), valid, scene, callers });
        if (reached !== code) missing.push(`${code}: ${reached}`);
      }
      const { status, error } = await sendAttempt(issuer, operation.method, valid);
      if (status !== operation.status) missing.push(`${operation.status}: ${status} ${error}`);
      t.deepEqual(missing, []);
      t.deepEqual(
        Object.keys(scene.unreachable ?? {}).filter((code) => !operation.codes.includes(code as ErrorCode)),
        [],
      );
      // What the watcher found in these responses: an undescribed status, code or field.
      t.deepEqual(contract.problems.splice(0), []);
    });

    test.serial(`${name} with random changes gives described responses, and no error of ours`, async (t) => {
      const { issuer, contract } = server();
      const { method = '', template = '' } = operations.find((each) => each.name === name) ?? {};
      const seed = `${process.env['CONTRACT_SEED'] ?? ''}${name}`;
      const wrong: string[] = [];
      for (const attempt of randomChanges(await scene.valid(), template, { seed, count: changesPerRoute })) {
        const { status, error } = await sendAttempt(issuer, method, attempt);
        if (status >= 500) wrong.push(`${status} ${error}: ${attempt.path} ${JSON.stringify(attempt.body)}`);
      }
      t.deepEqual(wrong, []);
      t.deepEqual(contract.problems.splice(0), []);
    });
  }
}

/** Returns the code if a request provokes it; else what came instead. */
async function reach(
  code: ErrorCode,
  { method, template }: Operation,
  { server, valid, scene, callers }: { server: TestServer; valid: Attempt; scene: Scene; callers: Callers },
): Promise<string> {
  const { issuer } = server;
  const ofRehearsals = isRehearsable({ method: method.toLowerCase() as 'post', path: template, readOnly: false });
  if (code === 'RATE_LIMITED' && !scene.errors?.[code] && ofRehearsals && !withOwnLimit.test(template))
    return rehearseTooOften(server, method, valid);
  const attempts = await attemptsFor();
  const outcomes: string[] = [];
  for (const attempt of attempts) {
    for (let count = 0; count < (code === 'RATE_LIMITED' ? untilLimited : 1); count += 1) {
      const { status, error } = await sendAttempt(issuer, method, attempt);
      if (error === code) return code;
      if (count === 0) outcomes.push(`${status} ${error}`);
    }
  }
  return outcomes.join(', ') || 'no request for it';

  async function attemptsFor(): Promise<Attempt[]> {
    const prepared = scene.errors?.[code];
    if (prepared) return [await prepared(valid)];
    // Another request than the valid one, so that this still succeeds.
    return code === 'RATE_LIMITED' ? [await scene.valid()] : deriveAttempts(code, valid, template, callers);
  }
}

/** Rehearses a request when its caller has used up the rehearsals of the minute. Returns the code of the response. */
async function rehearseTooOften({ issuer, identity }: TestServer, method: string, valid: Attempt): Promise<string> {
  const rehearsed = withQuery(valid, 'rehearse=true');
  // The first one makes the counter.
  await sendAttempt(issuer, method, rehearsed);
  await identity.db.$executeRaw`UPDATE identity.rate_limits SET points = 1000000 WHERE key LIKE 'rehearsals:%'`;
  const { status, error } = await sendAttempt(issuer, method, rehearsed);
  await identity.db.$executeRaw`DELETE FROM identity.rate_limits WHERE key LIKE 'rehearsals:%'`;
  return error ?? String(status);
}

/** The operations of an area. Each operation belongs to the first area whose beginning fits. */
export const areas = {
  platform: /\/api\/platform\/(?!webhooks|events)/u,
  connections: /\/connections/u,
  directories: /\/directories/u,
  webhooks: /\/webhooks|\/events(?:\/|$)/u,
  licensing: /\/api\/(?:licensing|integration)\/|\/license-|\/leases|\/agent-seats/u,
  users: /\/api\/users\//u,
  tenants: /\/api\/(?:tenants|invitations)/u,
} as const;

/** The operations of one area. */
export function operationsOfArea(server: TestServer, area: keyof typeof areas): Operation[] {
  return operationsOf(server).filter((operation) => areaOf(operation) === area);
}

function areaOf({ template }: Operation): string | undefined {
  return Object.entries(areas).find(([, pattern]) => pattern.test(template))?.[0];
}
