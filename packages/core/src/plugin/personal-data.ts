/** A list that may be long: it is read page by page and never held in memory as a whole. */
export type Pages = AsyncIterable<readonly unknown[]>;

/** The data that one part of the service stores about users: exported on request, and erased with the account. */
export interface PersonalData<Transaction> {
  /** The Prisma models that contain a user's id or other personal data. A test finds models that are missing here. */
  readonly models: readonly string[];
  /**
   * Everything that is stored about the user, as JSON, without secrets and their hashes. Every statement finds its rows by
   * an index. A list of unlimited length is `Pages`: the whole section, or a field of it.
   */
  collect(userId: string): Promise<Readonly<Record<string, unknown>> | readonly unknown[] | Pages>;
  /** Erases it, in the transaction that later deletes the user's row. The row can still be read here. */
  erase(transaction: Transaction, userId: string): Promise<void>;
}

/** The same, with its name in an export. */
export interface PersonalDataSection<Transaction> extends PersonalData<Transaction> {
  readonly name: string;
}
