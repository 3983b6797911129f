import type { Mail, MailTransport } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';

/** A mail server that fails for some recipients until the test ends this. */
export class UnreliableTransport implements MailTransport {
  readonly mailbox = new Mailbox();
  readonly #refused = new Map<string, string>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #tried = new Map<string, number>();

  /** Refuses mail to this email with this message, until `accept`. */
  refuse(email: string, words: string): void {
    this.#refused.set(email, words);
  }

  accept(email: string): void {
    this.#refused.delete(email);
  }

  /** Does not respond to mail to this email until it is released. */
  hold(email: string): () => void {
    let release = () => {};
    this.#held.set(email, new Promise((resolve) => (release = resolve)));
    return () => {
      this.#held.delete(email);
      release();
    };
  }

  tries(email: string): number {
    return this.#tried.get(email) ?? 0;
  }

  async send(mail: Mail): Promise<void> {
    this.#tried.set(mail.to, this.tries(mail.to) + 1);
    const words = this.#refused.get(mail.to);
    if (words) throw new Error(words);
    await this.#held.get(mail.to);
    await this.mailbox.send(mail);
  }
}
