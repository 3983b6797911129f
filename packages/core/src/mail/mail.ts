/** A mail, ready to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a mail over to whoever delivers it; throws when it was not taken. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

/** Where use-cases put mail: into their own transaction. It is sent after the commit, and again until it is taken. */
export interface MailQueue<Transaction> {
  add(transaction: Transaction, mail: Mail, options?: MailOptions): Promise<void>;
}

export interface MailOptions {
  /** A decoy costs what a mail costs and goes to nobody: for answers that must not tell whether there was a mail. */
  readonly decoy?: boolean;
  /** `low` for mail that nobody waits for, such as invitations: everything else is sent before it. */
  readonly priority?: 'normal' | 'low';
  /** The email of somebody else whom the mail names: once they are erased and it could not be delivered, it goes, too. */
  readonly mentions?: string | undefined;
}
