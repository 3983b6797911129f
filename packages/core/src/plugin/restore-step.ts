/** The time whose changes are missing after a restore: from the last sign of life in the database to its loss. */
export interface RestoreSpan {
  /** Null if the database has never been used. */
  readonly from: Date | null;
  readonly to: Date;
}

/** One thing that `identity-server after-restore` ends, because a restored database has brought it back. */
export interface RestoreStep<Transaction> {
  /** Its name in the result and in the audit event, e.g. `passwordResets`. Unique among all steps. */
  readonly name: string;
  /** What it ends, for people, e.g. `links to set a new password`. */
  readonly ends: string;
  /** Ends it, in the transaction of all steps, and returns how many rows. A second run must find nothing to end. */
  end(transaction: Transaction, span: RestoreSpan): Promise<number>;
}
