/** A mail that a user makes the service send, perhaps to somebody who did not ask for it. */
export interface CausedMail {
  readonly kind: 'invitation' | 'email-change';
  /** The email it goes to, as emails are compared. */
  readonly recipient: string;
  /** The user who causes it; null for one that no user causes. */
  readonly senderId: string | null;
  /** The tenant in whose name it is sent. */
  readonly tenantId?: string;
}

/** Limits such mail for each recipient, sender and tenant, in the database and for all processes together. */
export interface MailLimiter<Transaction> {
  /**
   * Counts a mail in the transaction that queues it. Throws RATE_LIMITED when one of its limits is used up: the transaction
   * then has to roll back, so that nothing is counted.
   */
  count(transaction: Transaction, mail: CausedMail): Promise<void>;
}
