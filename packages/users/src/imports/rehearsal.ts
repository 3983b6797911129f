import { createHash } from 'node:crypto';
import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { importPerson } from '../import/import-person.js';
import type { ImportOptions, ImportServices, SeatsTaken } from '../import/import-services.js';
import type { ImportedPerson } from '../import/person.js';
import { readLine } from '../import/read-line.js';
import { readLinesAt } from './read-chunk.js';

/** So many earlier lines are repeated before one line, at most. */
const maxReplayed = 500;

interface NumberedPerson {
  readonly line: number;
  readonly person: ImportedPerson;
}

/**
 * What makes a rehearsal report the same as the import: its batches are rolled back, so a line does not see what the lines
 * before it have changed. Those that are about the same person or tenant are repeated before it, in its transaction, and the
 * seats that earlier lines have taken are counted.
 */
export interface Rehearsal {
  /** Notes what lines are about. Call it before the lines are imported. */
  note(people: readonly NumberedPerson[]): Promise<void>;
  /** Those of the lines for which earlier ones have to be repeated. */
  needReplay(
    people: readonly NumberedPerson[],
    needsTenants: (person: ImportedPerson) => boolean,
  ): Promise<ReadonlySet<number>>;
  /** Repeats the earlier lines that matter for a line. Returns the seats that all others have taken. */
  replayBefore(tx: Transaction, line: NumberedPerson): Promise<SeatsTaken>;
  /** The seats that earlier lines have taken, for lines that need no others. */
  readonly seatsTaken: SeatsTaken;
}

interface RehearsalParts {
  readonly importId: string;
  readonly services: ImportServices & Pick<Parameters<typeof readLinesAt>[0], 'pool'>;
  readonly options: ImportOptions;
}

export function createRehearsal({ importId, services, options }: RehearsalParts): Rehearsal {
  const taken = new Map<string, number>();
  const seatsTaken = seatsOf(taken);
  const { db } = services;
  const earlier = async (people: readonly NumberedPerson[]) => {
    const hashes = [...new Set(people.flatMap(({ person }) => needsOf(person)))];
    return db.importKey.findMany({
      where: { importId, hash: { in: hashes } },
      orderBy: { line: 'asc' },
      take: maxReplayed * 2,
    });
  };
  return {
    seatsTaken,
    async note(people) {
      const data = people.flatMap(({ line, person }) =>
        [...new Set(keysOf(person))].map((hash) => ({ importId, hash, line })),
      );
      await db.importKey.createMany({ data, skipDuplicates: true });
    },
    async needReplay(people, needsTenants) {
      const found = await earlier(people);
      const first = new Map<bigint, number>();
      for (const { hash, line } of found) first.set(hash, Math.min(line, first.get(hash) ?? line));
      const needs = ({ line, person }: NumberedPerson) =>
        (needsTenants(person) ? needsOf(person) : ownKeys(person)).some(
          (hash) => (first.get(hash) ?? Number.POSITIVE_INFINITY) < line,
        );
      return new Set(people.filter(needs).map(({ line }) => line));
    },
    async replayBefore(tx, line) {
      const repeated = new Map<string, number>();
      const replayed = { ...options, invite: false, seatsTaken: countingOnly(repeated) };
      for (const { person } of await closure(line)) {
        await tx.$executeRaw`SAVEPOINT replayed`;
        try {
          await importPerson(tx, services, { person, options: replayed });
        } catch {
          await tx.$executeRaw`ROLLBACK TO SAVEPOINT replayed`;
        }
      }
      // What was repeated has taken its seats in this transaction already.
      return {
        of: (...seat) => Math.max(0, seatsTaken.of(...seat) - (repeated.get(seat.join()) ?? 0)),
        take: seatsTaken.take,
      };
    },
  };

  /** The earlier lines that a line depends on, and those that they depend on, in their order. */
  async function closure(line: NumberedPerson): Promise<NumberedPerson[]> {
    const all = new Map<number, NumberedPerson>();
    for (let open: NumberedPerson[] = [line]; open.length > 0; ) {
      const numbers = (await earlier(open))
        .map((key) => key.line)
        .filter((number) => number < line.line && !all.has(number));
      const wanted = [...new Set(numbers)].slice(0, maxReplayed - all.size);
      open = (await readLinesAt(services, importId, wanted)).flatMap(({ line: number, bytes }) => {
        const person = readLine(bytes)?.person;
        return person ? [{ line: number, person }] : [];
      });
      for (const one of open) all.set(one.line, one);
      if (all.size >= maxReplayed) break;
    }
    return [...all.values()].sort((one, other) => one.line - other.line);
  }
}

/** What a line is about: its person, and the tenants that it may create or give an owner. */
function keysOf(person: ImportedPerson): bigint[] {
  const owned = (person.memberships ?? []).filter(({ role }) => role === 'owner');
  return [...ownKeys(person), ...owned.map(({ tenant }) => hashOf(`tenant ${tenant}`))];
}

/** What a line depends on: its person, and the tenants that earlier lines may have created or given an owner. */
function needsOf(person: ImportedPerson): bigint[] {
  return [...ownKeys(person), ...(person.memberships ?? []).map(({ tenant }) => hashOf(`tenant ${tenant}`))];
}

function ownKeys({ email, externalId, links = [] }: ImportedPerson): bigint[] {
  return [
    hashOf(`email ${normalizeEmail(email)}`),
    ...(externalId ? [hashOf(`external ${externalId}`)] : []),
    ...links.map(({ provider, subject }) => hashOf(`link ${provider.toUpperCase()} ${subject}`)),
  ];
}

/** No personal data: two people of one hash would only be repeated together. */
function hashOf(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE(0);
}

function seatsOf(counts: Map<string, number>): SeatsTaken {
  return {
    of: (...seat) => counts.get(seat.join()) ?? 0,
    take: (...seat) => void counts.set(seat.join(), (counts.get(seat.join()) ?? 0) + 1),
  };
}

const countingOnly = (counts: Map<string, number>): SeatsTaken => ({ ...seatsOf(counts), of: () => 0 });
