import test from 'ava';
import { type CliDatabase, environmentOf, openCliDatabase } from './cli-database.js';

// The tests run one after the other: each command opens its own connections.
export let database: CliDatabase;
/** The environment of the commands. */
export let environment: Record<string, string>;
test.before(async () => {
  database = await openCliDatabase();
  environment = environmentOf(database);
});
test.after.always(() => database?.close());

/** The events about a subject, oldest first. */
export const eventsAbout = async (subjectId: string) =>
  database.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
/** The actor of events that a command causes. */
export const byCommand = { actorKind: 'system', actorId: 'cli' };
