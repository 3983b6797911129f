import { normalizeEmail } from '../accounts/find-account.js';
import type { KnownPerson, NewPerson } from '../import/import-people.js';
import { type KnownPeople, readKnownPeople, readReferences } from '../import/known-people.js';
import { LineRefused } from '../import/line-refused.js';
import type { ImportedPerson } from '../import/person.js';
import { isEmptyPlan, type PersonPlan, planPerson } from '../import/plan-person.js';
import { readLine } from '../import/read-line.js';
import type { ImportRun } from './import-run.js';
import type { PersonLine } from './person-line.js';
import type { ReadChunk } from './read-chunk.js';
import { bringsOf, type LineResult } from './record-lines.js';

/** A line as a first look sees it: done already, a new person, a known one, or one that needs a transaction of its own. */
export type Looked =
  | { readonly kind: 'done'; readonly result: LineResult }
  | ({ readonly kind: 'new' } & PersonLine & NewPerson)
  | ({ readonly kind: 'known' } & PersonLine & KnownPerson)
  | ({ readonly kind: 'one' } & PersonLine);

/** Looks at the lines without a lock. Only what stays true whatever the lines before it change is decided here. */
export async function lookAt(run: ImportRun, chunk: ReadChunk, from: number): Promise<Looked[]> {
  const { services, options } = run;
  const read = chunk.lines.flatMap(({ line, bytes }) => {
    const found = line > from ? readLine(bytes) : undefined;
    return found ? [{ line, ...found }] : [];
  });
  const numbered = read.flatMap(({ line, person }) => (person ? [{ line, person }] : []));
  const people = numbered.map(({ person }) => person);
  const known = await readKnownPeople(services.db, people);
  const references = await readReferences(services.db, people);
  await run.rehearsal?.note(numbered);
  // Earlier lines matter for the tenants of a line only if they may have created one, or for the roles of a member.
  const needsTenants = (person: ImportedPerson) =>
    Object.values(known.find(person)).some(Boolean) ||
    (person.memberships ?? []).some(({ tenant }) => !references.tenants.has(tenant));
  const repeated = await run.rehearsal?.needReplay(numbered, needsTenants);
  const isAlone = aloneIn(people, known);
  return read.map(({ line, email, person, refused, remarks }): Looked => {
    if (!person) {
      const { field, reason } = refused ?? new LineRefused('', 'The line cannot be read.');
      return { kind: 'done', result: { line, email, result: 'refused', waiting: false, field, reason } };
    }
    const one = { line, person, remarks };
    if (!isAlone(person) || repeated?.has(line)) return { kind: 'one', ...one };
    try {
      return lookedOf(one, planPerson(person, known, references, options));
    } catch {
      // A line before it may still create the tenant that it needs.
      return { kind: 'one', ...one };
    }
  });
}

function lookedOf(one: PersonLine, plan: PersonPlan): Looked {
  const { line, person } = one;
  if (plan.user && isEmptyPlan(plan)) {
    const remarks = [...one.remarks, ...plan.remarks];
    const found = { userId: plan.user.id, waiting: plan.waits, remarks, brings: bringsOf(person) };
    return { kind: 'done', result: { line, email: person.email, result: 'unchanged', ...found } };
  }
  // The others depend on the lines before them: a tenant keeps an owner.
  const isPlain = plan.members.every(({ change }) => change !== 'owner' && change !== 'create-tenant');
  if (!isPlain || plan.disabled !== undefined) return { kind: 'one', ...one };
  return plan.user ? { kind: 'known', ...one, userId: plan.user.id } : { kind: 'new', ...one, plan };
}

/** Whether no other line of the chunk names the same person, or an account of theirs. */
function aloneIn(people: readonly ImportedPerson[], known: KnownPeople): (person: ImportedPerson) => boolean {
  const counts = new Map<string, number>();
  const keysOf = (person: ImportedPerson) => {
    const { email, externalId, links = [] } = person;
    const accounts = Object.values(known.find(person)).flatMap((user) => (user ? [`account ${user.id}`] : []));
    return new Set([
      `email ${normalizeEmail(email)}`,
      ...(externalId ? [`external ${externalId}`] : []),
      ...links.map(({ provider, subject }) => `link ${provider.toUpperCase()} ${subject}`),
      ...accounts,
    ]);
  };
  for (const key of people.flatMap((person) => [...keysOf(person)])) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (person) => [...keysOf(person)].every((key) => counts.get(key) === 1);
}
