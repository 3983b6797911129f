import type { Mail } from '@org/identity-ui';

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

/**
 * For a plugin whose changes only note their mails in a table of its own, because they must be fast. Its part `writesMails`
 * writes the mails after the commit.
 */
export interface NotedMails {
  /** Says that a change has noted mails. Sending mail soon then begins with writing them. */
  noted(): void;
  /** Queues mails in one statement that also takes the notes they were written from. */
  queue(notes: TakenNotes, mails: readonly WrittenMail[]): Promise<void>;
}

/** SQL that takes notes. */
export interface TakenNotes {
  /** For the name of the prepared statement. */
  readonly name: string;
  /** CTEs of which the last one is `taken(id)`: the notes whose mails are queued, each once. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A mail that was written from a note. */
export interface WrittenMail {
  /** The id of the note. */
  readonly note: string;
  readonly mail: Mail;
  readonly kind: string;
}

export interface MailOptions {
  /** What the mail is about, such as `invitation`: named where a change is rehearsed. */
  readonly kind?: string;
  /**
   * Names a notice to the owner of an account about a change of it. At most 20 of one name are sent to a recipient in an hour:
   * repeated changes of an account do not flood its mailbox.
   */
  readonly notice?: string;
  /** A decoy costs as much as a mail but is not sent. For responses that must not reveal whether a mail was sent. */
  readonly decoy?: boolean;
  /** `low` for mail that the user does not wait for, such as invitations: all other mail is sent first. */
  readonly priority?: 'normal' | 'low';
  /** The email of another user whom the mail mentions. If that user is erased, a mail that is still undelivered is deleted. */
  readonly mentions?: string | undefined;
}
