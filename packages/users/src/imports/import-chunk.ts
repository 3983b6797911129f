import { normalizeEmail } from '../accounts/find-account.js';
import type { NewPerson } from '../import/create-people.js';
import { readKnownPeople, readReferences } from '../import/known-people.js';
import { LineRefused } from '../import/line-refused.js';
import type { ImportedPerson } from '../import/person.js';
import { isEmptyPlan, planPerson } from '../import/plan-person.js';
import { readLine } from '../import/read-line.js';
import { importNewPeople, importOne } from './import-batch.js';
import type { ImportRun } from './import-run.js';
import type { ReadChunk } from './read-chunk.js';
import type { LineResult } from './record-lines.js';

type NewLine = NewPerson & { readonly line: number };

/** A line as a first look sees it: done already, a new person, or one that needs a transaction of its own. */
type Looked =
  | { readonly kind: 'done'; readonly result: LineResult; readonly person?: ImportedPerson }
  | { readonly kind: 'new'; readonly line: number; readonly person: ImportedPerson; readonly plan: NewPerson['plan'] }
  | { readonly kind: 'one'; readonly line: number; readonly person: ImportedPerson };

/**
 * Imports the lines of a chunk after `from`, in their order. New people in a row share one transaction; all others have their
 * own, with the progress in it.
 */
export async function importChunk(run: ImportRun, chunk: ReadChunk, from: number, signal: AbortSignal): Promise<void> {
  const looked = await look(run, chunk, from);
  let batch: Looked[] = [];
  const flush = async () => {
    const lines = batch;
    batch = [];
    await importBatch(run, lines);
  };
  for (const line of looked) {
    if (signal.aborted) return;
    if (line.kind !== 'one') {
      batch.push(line);
      continue;
    }
    await flush();
    await importOne(run, line);
  }
  await flush();
  const last = looked.at(-1);
  const lastLine = last === undefined ? from : last.kind === 'done' ? last.result.line : last.line;
  if (lastLine < chunk.lastLine) await run.passTo(chunk.lastLine);
}

async function importBatch(run: ImportRun, lines: readonly Looked[]): Promise<void> {
  if (lines.length === 0) return;
  const people = lines.filter((line): line is NewLine & { kind: 'new' } => line.kind === 'new');
  const done = lines.flatMap((line) => (line.kind === 'done' ? [line.result] : []));
  if (people.length === 0) return run.record(done);
  if (await importNewPeople(run, people, done)) return;
  // One of them cannot be created like that: each for itself finds out which one.
  for (const line of lines) await (line.kind === 'done' ? run.record([line.result]) : importOne(run, line));
}

/** Looks at the lines without a lock. Only what stays true whatever the lines before it change is decided here. */
async function look(run: ImportRun, chunk: ReadChunk, from: number): Promise<Looked[]> {
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
  const isAlone = aloneIn(people);
  return read.map(({ line, email, person, refused }): Looked => {
    if (!person) {
      const { field, reason } = refused ?? new LineRefused('', 'The line cannot be read.');
      return { kind: 'done', result: { line, email, result: 'refused', waiting: false, field, reason } };
    }
    const one = { kind: 'one', line, person } as const;
    if (!isAlone(person) || repeated?.has(line)) return one;
    try {
      const plan = planPerson(person, known, references, options);
      if (isEmptyPlan(plan))
        return { kind: 'done', result: { line, email, result: 'unchanged', waiting: plan.waits }, person };
      const isPlain = plan.members.every(({ change }) => change === 'add') && !plan.disabled;
      return !plan.user && isPlain ? { kind: 'new', line, person, plan } : one;
    } catch {
      // A line before it may still create the tenant that it needs.
      return one;
    }
  });
}

/** Whether no other line of the chunk names the same person. */
function aloneIn(people: readonly ImportedPerson[]): (person: ImportedPerson) => boolean {
  const counts = new Map<string, number>();
  const keysOf = ({ email, externalId, links = [] }: ImportedPerson) => [
    `email ${normalizeEmail(email)}`,
    ...(externalId ? [`external ${externalId}`] : []),
    ...links.map(({ provider, subject }) => `link ${provider.toUpperCase()} ${subject}`),
  ];
  for (const key of people.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (person) => keysOf(person).every((key) => counts.get(key) === 1);
}
