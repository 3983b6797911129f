/** A mail that a user makes the service send, perhaps to a recipient who did not ask for it. */
export interface CausedMail {
  /** What it is, such as `invitation`. Each kind counts separately for a recipient. */
  readonly kind: string;
  /** The email it goes to, normalized. */
  readonly recipient: string;
  /** The user who causes it; null if no user does. */
  readonly senderId: string | null;
  /** The tenant in whose name it is sent. */
  readonly tenantId?: string;
}

/** How many such mails there may be. */
export interface CausedMailLimits {
  readonly recipientPerHour: number;
  readonly recipientPerDay: number;
  readonly senderPerHour: number;
  readonly senderPerDay: number;
  readonly tenantPerDay: number;
}

/** Limits such mails per recipient, sender and tenant. The counts are in the database, shared by all processes. */
export interface MailLimiter<Transaction> {
  /** For code that counts in a statement of its own. */
  readonly max: CausedMailLimits;
  /**
   * Counts a mail in the transaction that queues it. Throws RATE_LIMITED if a limit is used up. The transaction then has to
   * roll back, so that nothing is counted.
   */
  count(transaction: Transaction, mail: CausedMail): Promise<void>;
}
