import { z } from 'zod';
import { type Caller, isDeclared } from '../callers/caller.js';
import { validationFailed } from '../errors/identity-error.js';
import type { DomainEvent } from '../events/events.js';
import { maskedEmail } from '../mail/masked-email.js';
import type { Route } from './route.js';

/** What a rehearsed change returned, and what it would have done. */
export interface Rehearsed<Result> {
  readonly result: Result;
  readonly events: readonly DomainEvent[];
  readonly mails: readonly { readonly kind: string; readonly to: string }[];
}

/** How many rehearsals of one kind a caller may run. */
export interface RehearsalLimit {
  readonly name: string;
  readonly perMinute: number;
}

/**
 * Runs work in a transaction that is rolled back. `caller` names the user or client it is done for: each has one rehearsal
 * at a time, and a number of them in a minute. That is counted outside of the transaction.
 */
export type Rehearse = <Result>(
  caller: string,
  work: () => Promise<Result>,
  limit?: RehearsalLimit,
) => Promise<Rehearsed<Result>>;

/** Whether a caller may read the emails of the members of these tenants; without tenants, of all users. */
export type ReadsEmails = (principal: Caller | undefined, tenantIds: readonly string[]) => Promise<boolean>;

/** Where every write can be rehearsed. */
const prefixes = ['/api/tenants', '/api/licensing', '/api/integration', '/api/platform'];
const secrets = z.registry<{ secret: true }>();

/** Marks a field of a reply that holds a secret, a token or a JWT: a rehearsal answers null instead. */
export function secretField<Schema extends z.ZodType>(schema: Schema): Schema {
  secrets.add(schema, { secret: true });
  return schema;
}

/** Whether a route takes `rehearse=true`. */
export function isRehearsable(route: Pick<Route, 'method' | 'path' | 'readOnly' | 'ownRehearsal' | 'group'>): boolean {
  const { method, path, readOnly, ownRehearsal, group } = route;
  if (method === 'get' || readOnly || ownRehearsal) return false;
  return group
    ? group.rehearsable === true
    : prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** How to rehearse the request, if it asks for that; throws a 422 if it does so wrongly, or where it cannot be done. */
export function rehearsalOf(
  route: Route,
  query: Readonly<Record<string, unknown>>,
  rehearse: Rehearse | undefined,
): Rehearse | undefined {
  if (query['rehearse'] === undefined || route.ownRehearsal) return undefined;
  if (!rehearse || !isRehearsable(route)) throw refused('This request cannot be rehearsed.');
  if (query['rehearse'] !== 'true') throw refused('The only value is true.');
  return rehearse;
}

const refused = (message: string) => validationFailed([{ path: 'rehearse', message }]);

/** The name under which the rehearsals of a caller wait for each other. */
export function rehearsalCaller(principal: Caller | undefined): string {
  if (!principal) return 'nobody';
  if (isDeclared(principal)) return `${principal.kind} ${principal.id}`;
  return principal.kind === 'user' ? `user ${principal.userId}` : `client ${principal.clientId}`;
}

/** The tenants that a rehearsed change is about. */
export function tenantsOf({ events }: Pick<Rehearsed<unknown>, 'events'>): string[] {
  return [...new Set(events.flatMap(({ tenantId }) => tenantId ?? []))];
}

/** The response to a rehearsed request: the reply without its secrets, the events and the mails. */
export function rehearsalReply(
  route: Route,
  { result, events, mails }: Rehearsed<unknown>,
  { readsEmails = false }: { readsEmails?: boolean } = {},
) {
  return {
    rehearsed: { status: route.status, body: withoutSecrets(route.reply, result) },
    events: events.map(({ type, subjectId, data }) => ({ type, subjectId, data })),
    mails: mails.map(({ kind, to }) => ({ kind, to: readsEmails ? to : maskedEmail(to) })),
  };
}

function withoutSecrets(schema: unknown, value: unknown): unknown {
  if (!(schema instanceof z.ZodType) || value === null || value === undefined) return value;
  if (secrets.has(schema)) return null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withoutSecrets(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return withoutSecrets(schema.out, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((entry) => withoutSecrets(schema.element, entry));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object') return value;
  const shape: Record<string, unknown> = schema.shape;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSecrets(shape[name], field)]));
}
