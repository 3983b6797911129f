import { type EventType, eventTypes, isIdentityError, type SignInStep, type StepOutcome } from '@org/identity-core';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Histogram buckets in seconds, from a cached response to an unacceptable wait. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The result of a sign-in attempt. `refused`: wrong credentials. `limited`: too many attempts. */
type SignInResult = 'succeeded' | 'refused' | 'limited';

export interface Metrics {
  readonly registry: Registry;
  countRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  countRefusal(code: string): void;
  countGrant(grantType: string, result: 'succeeded' | 'refused'): void;
  /** How many token requests of this process have succeeded. */
  grantsSucceeded(): Promise<number>;
  countSignIn(method: string, result: SignInResult): void;
  countEvent(event: { readonly type: EventType }): void;
  countJob(job: string, result: 'done' | 'failed', seconds: number): void;
  countMonthsToExport(months: number): void;
}

/** The metrics of a process, in a separate registry, so that names cannot conflict with the host's. */
export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `identity_${name}`, help, labelNames, registers });

  const requests = new Histogram({
    name: 'identity_http_request_duration_seconds',
    help: 'Requests by method, route and status, and their duration.',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers,
  });
  const refusals = counter('refusals_total', 'Error responses by error code.', ['code']);
  const grants = counter('token_grants_total', 'Token requests by grant type and result.', ['grant_type', 'result']);
  const signIns = counter('sign_ins_total', 'Sign-in attempts by method and result.', ['method', 'result']);
  const events = counter('events_total', 'Events of the audit trail by type (seats, members, …).', ['type']);
  const jobs = new Histogram({
    name: 'identity_job_duration_seconds',
    help: 'Runs of the periodic jobs in this process.',
    labelNames: ['job', 'result'],
    buckets: durations,
    registers,
  });
  const monthsToExport = counter(
    'event_months_not_exported_total',
    'Months of events that a run of the job keep-events had to keep, because they are not exported.',
    [],
  );
  // Start each series at 0. Otherwise `rate()` would miss the first event.
  for (const type of eventTypes()) events.inc({ type }, 0);
  watchPool(pool, registers);

  return {
    registry,
    countRequest: (labels, seconds) => requests.observe(labels, seconds),
    countRefusal: (code) => refusals.inc({ code }),
    countGrant: (grantType, result) => grants.inc({ grant_type: grantType, result }),
    grantsSucceeded: async () => {
      const { values } = await grants.get();
      return values.reduce((sum, { labels, value }) => (labels.result === 'succeeded' ? sum + value : sum), 0);
    },
    countSignIn: (method, result) => signIns.inc({ method, result }),
    countEvent: ({ type }) => events.inc({ type }),
    countJob: (job, result, seconds) => jobs.observe({ job, result }, seconds),
    countMonthsToExport: (months) => monthsToExport.inc(months),
  };
}

function watchPool(pool: Pool, registers: Registry[]): void {
  new Gauge({
    name: 'identity_pool_connections',
    help: 'Database connections: busy, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

const grantTypes = new Set(['authorization_code', 'refresh_token', 'client_credentials']);
/** A short label for a long name. */
const exchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Counts the successful and refused requests of the token endpoint. */
export function countGrants(provider: Provider, metrics: Pick<Metrics, 'countGrant'>): void {
  // Callers can send any text. All unknown values share one series.
  const grantTypeOf = (ctx: KoaContextWithOIDC) => {
    const given = String(ctx.oidc.params?.['grant_type']);
    if (given === exchangeType) return 'token_exchange';
    return grantTypes.has(given) ? given : 'other';
  };
  provider.on('grant.success', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'succeeded'));
  provider.on('grant.error', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'refused'));
}

/** Counts the results of a step that proves the user or a second factor: succeeded, refused or limited. */
export function countSignIns(step: SignInStep, metrics: Pick<Metrics, 'countSignIn'>): SignInStep {
  const { proves, returned } = step;
  if (!proves) return step;
  const counted = async (tried: string, work: Promise<StepOutcome>) => {
    const count = (method: string, result: SignInResult) =>
      metrics.countSignIn(proves === 'secondFactor' ? 'second_factor' : method, result);
    try {
      const outcome = await work;
      if ('answer' in outcome) count(methodOf(outcome.answer['amr']), 'succeeded');
      else if ('page' in outcome && outcome.status === 401) count(tried, 'refused');
      return outcome;
    } catch (error) {
      if (isIdentityError(error) && error.code === 'RATE_LIMITED') count(tried, 'limited');
      throw error;
    }
  };
  return {
    ...step,
    submit: (view, form) => counted(triedWith(form), step.submit(view, form)),
    ...(returned ? { returned: (view, query) => counted('provider', returned(view, query)) } : {}),
  };
}

function triedWith(form: Readonly<Record<string, string>>): string {
  if (form['passkey']) return 'passkey';
  return form['emailCode'] === 'check' ? 'code' : 'password';
}

/** The method of the first factor, from its RFC 8176 values. */
function methodOf(amr: unknown): string {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  if (methods.includes('fed')) return 'provider';
  // A second factor is no part of this step.
  if (methods.includes('otp') && !methods.includes('mfa')) return 'code';
  return methods.includes('pwd') ? 'password' : 'passkey';
}
