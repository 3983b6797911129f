import type { Mail, MailTransport } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';

/** A mail server that has trouble with single addresses until it is well again. */
export class UnreliableTransport implements MailTransport {
  readonly mailbox = new Mailbox();
  readonly #refused = new Map<string, string>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #tried = new Map<string, number>();

  /** Mail to this address is refused with these words, until `accept`. */
  refuse(address: string, words: string): void {
    this.#refused.set(address, words);
  }

  accept(address: string): void {
    this.#refused.delete(address);
  }

  /** Mail to this address gets no answer until it is released. */
  hold(address: string): () => void {
    let release = () => {};
    this.#held.set(address, new Promise((resolve) => (release = resolve)));
    return () => {
      this.#held.delete(address);
      release();
    };
  }

  tries(address: string): number {
    return this.#tried.get(address) ?? 0;
  }

  async send(mail: Mail): Promise<void> {
    this.#tried.set(mail.to, this.tries(mail.to) + 1);
    const words = this.#refused.get(mail.to);
    if (words) throw new Error(words);
    await this.#held.get(mail.to);
    await this.mailbox.send(mail);
  }
}
