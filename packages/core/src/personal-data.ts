/** A list that may be long: it is read page by page and never in memory as a whole. */
export type Pages = AsyncIterable<readonly unknown[]>;

/** What one part of the service stores about people: told to them when they ask, and gone when their account is. */
export interface PersonalData<Transaction> {
  /** The Prisma models that hold a person's id, or something that tells who they are. A test finds those nobody lists. */
  readonly models: readonly string[];
  /**
   * Everything that is stored about the person, as JSON; never a secret nor its hash. Every statement finds its rows by an
   * index, and a list without a bound is `Pages`: the whole section, or a field of it.
   */
  collect(userId: string): Promise<Readonly<Record<string, unknown>> | readonly unknown[] | Pages>;
  /** Removes it, in the transaction that deletes the user's row afterwards: the row can still be read here. */
  erase(transaction: Transaction, userId: string): Promise<void>;
}

/** The same, under the name it has in an export. */
export interface PersonalDataSection<Transaction> extends PersonalData<Transaction> {
  readonly name: string;
}
