import { cutText, EnteredEmail, PlainName, text, type WeakPasswordReason } from '@org/identity-core';
import { z } from 'zod';

/** An optional name: empty means none. */
export const DisplayName = text(100, { trim: true })
  .optional()
  .transform((name) => name || undefined)
  .pipe(PlainName.optional());

/**
 * What a new user registers with. The password is checked when it is hashed.
 */
export const RegistrationForm = z.object({
  email: EnteredEmail,
  password: cutText(1024),
  displayName: DisplayName,
});

/** What is needed if the mailed link is opened in another browser. */
export const FinishForm = RegistrationForm.omit({ email: true });

/** The invalid fields of a form; the page has the texts. */
export interface FormErrors {
  readonly email?: boolean;
  readonly password?: 'missing' | WeakPasswordReason | undefined;
  readonly displayName?: boolean;
}

/** Which fields of a form are not valid. */
export function formErrors({ issues }: z.ZodError): FormErrors {
  const wrong = (field: string) => issues.some(({ path }) => path[0] === field);
  return {
    email: wrong('email'),
    password: wrong('password') ? 'missing' : undefined,
    displayName: wrong('displayName'),
  };
}
