/** A mail that is ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends a mail; throws if the mail server did not accept it. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

/**
 * Queues mail in the transaction of a use-case: one mail, or many of one kind, in one statement. It is sent after the commit,
 * and retried until it is accepted.
 */
export interface MailQueue<Transaction> {
  add(transaction: Transaction, mail: Mail | readonly Mail[], options?: MailOptions): Promise<void>;
}

export interface MailOptions {
  /** What the mail is about, such as `invitation`: named where a change is rehearsed. */
  readonly kind?: string;
  /**
   * Names a notice to the owner of an account about a change of it. At most 20 of one name are sent to a recipient in an hour:
   * whoever changes an account again and again does not flood its mailbox.
   */
  readonly notice?: string;
  /** A decoy costs as much as a mail but is not sent. For responses that must not reveal whether a mail was sent. */
  readonly decoy?: boolean;
  /** `low` for mail that the user does not wait for, such as invitations: all other mail is sent first. */
  readonly priority?: 'normal' | 'low';
  /** The email of another user whom the mail mentions. If that user is erased, a mail that is still undelivered is deleted. */
  readonly mentions?: string | undefined;
}
