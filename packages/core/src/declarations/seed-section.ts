import type { z } from 'zod';

/**
 * The sections of a seed, each with the list that it takes. A plugin adds its own: `declare module '@org/identity-core' {
 * interface SeedSections { plans: PlanSeed[] } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface SeedSections {}

/** The same for what plugins add to an application of the seed, such as its license types. */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface SeedApplicationFields {}

/** An entry as it is in the database, with the fields that the seed can change: the plan of a seed compares two of them. */
export interface SeedEntry {
  /** What it is, such as `license type`. */
  readonly kind: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Identifies its stored secrets, as hashes. They are only compared, and never shown. */
  readonly secrets?: string;
}

/** The whole seed, for a section that refers to others. */
export interface SeedView {
  /** The entries of a section; none if no plugin has it. */
  entries(section: string): readonly unknown[];
  /** A name in the form in which the section compares names, such as an email in lower case. */
  keyOf(section: string, name: string): string;
  /** The keys of all entries of a section. */
  keys(section: string): string[];
}

/** The same while it is written. */
export interface WrittenSeed extends SeedView {
  /**
   * The id of an entry that was written before. Throws if the seed does not list it; the message calls it `shown`. A field of
   * another section is `applications.licenseTypes`, and its names begin with that of the entry: `CRM/pro`.
   */
  idOf(section: string, name: string, shown?: string): string;
}

/** A section of the seed: a list of entries. */
export interface SeedSection<Transaction, Entry = unknown, Prepared = unknown> {
  /** What one entry is, for messages: `user`. */
  readonly kind: string;
  /** The schema of one entry. */
  entry(): z.ZodType<Entry>;
  /** What other entries and messages call it. */
  nameOf(entry: Entry): string;
  /** Two names with one key mean the same entry. Default: the name itself. */
  keyOf?(name: string): string;
  /** The sections that it refers to: they are written first. */
  readonly after?: readonly string[];
  /** Slow work before the transaction, such as hashing passwords. A rehearsal leaves it out. */
  prepare?(entries: readonly Entry[]): Promise<Prepared>;
  /** Writes the entries in the transaction of the seed. Returns their ids by their keys. */
  write(
    transaction: Transaction,
    entries: readonly Entry[],
    seed: WrittenSeed,
    prepared: Prepared | undefined,
  ): Promise<ReadonlyMap<string, string>>;
  /** Reads the entries of the seed that are in the database, before and after `write`. */
  read(transaction: Transaction, entries: readonly Entry[], seed: SeedView): Promise<readonly SeedEntry[]>;
  /** Names the entries that the seed does not list, if only seeds and operators add them: the plan shows them. */
  left?(transaction: Transaction, entries: readonly Entry[]): Promise<readonly string[]>;
}

/** What a plugin adds to each entry of another section, such as the license types of an application. */
export interface SeedField<Transaction, Value = unknown> {
  readonly kind: string;
  /** With the default of entries that do not have it. */
  schema(): z.ZodType<Value>;
  /** Writes the value of one entry. Returns the ids of what it has written, by their names. */
  write(transaction: Transaction, entryId: string, value: Value): Promise<ReadonlyMap<string, string>>;
  /** Reads what is in the database of the value of one entry; the names begin with that of the entry: `CRM/pro`. */
  read(transaction: Transaction, entry: string, value: Value): Promise<readonly SeedEntry[]>;
  /** Names what the value of an entry does not list. */
  left?(transaction: Transaction, entry: string, value: Value): Promise<readonly string[]>;
}

/** What a plugin adds to seeds. */
export interface DeclaredSeed<Transaction> {
  readonly sections?: Readonly<Record<string, SeedSection<Transaction>>>;
  /** By the section, and by the name of the field. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, SeedField<Transaction>>>>>;
}
