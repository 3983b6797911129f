import type { MailTransport } from '@org/identity-core';
import type { Mail } from '@org/identity-ui';

/** Keeps every mail that is sent. A test can wait for the mail that it needs. */
export class Mailbox implements MailTransport {
  readonly #mails: Mail[] = [];
  readonly #waiting = new Set<() => void>();

  send(mail: Mail): Promise<void> {
    this.#mails.push(mail);
    for (const wake of this.#waiting) wake();
    return Promise.resolve();
  }

  /** Waits for the `count`-th mail to an email. */
  async mailTo(email: string, count = 1): Promise<Mail> {
    for (;;) {
      const found = this.#mails.filter(({ to }) => to === email)[count - 1];
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Returns the secret of the invitation in the `count`-th mail to an email. */
  async invitationSecret(email: string, count = 1): Promise<string> {
    const { text } = await this.mailTo(email, count);
    const secret = /\/invitations\/([\w-]+)/u.exec(text)?.[1];
    if (!secret) throw new Error(`No invitation in: ${text}`);
    return secret;
  }

  get all(): readonly Mail[] {
    return this.#mails;
  }
}
