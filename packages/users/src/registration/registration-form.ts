import { EnteredEmail, PlainName, type WeakPasswordReason } from '@org/identity-core';
import { z } from 'zod';

const DisplayName = z
  .string()
  .trim()
  .optional()
  .transform((name) => name || undefined)
  .pipe(PlainName.optional());

/**
 * What somebody registers with. What is wrong with a password is said by the one who hashes it.
 */
export const RegistrationForm = z.object({
  email: EnteredEmail,
  password: z.string(),
  displayName: DisplayName,
});

/** What they add where the mailed link is opened in another browser. */
export const FinishForm = RegistrationForm.omit({ email: true });

/** What is wrong with a form; the page has the words. */
export interface FormErrors {
  readonly email?: boolean;
  readonly password?: 'missing' | WeakPasswordReason | undefined;
  readonly displayName?: boolean;
}

/** Which fields of a form cannot be taken. */
export function formErrors({ issues }: z.ZodError): FormErrors {
  const wrong = (field: string) => issues.some(({ path }) => path[0] === field);
  return {
    email: wrong('email'),
    password: wrong('password') ? 'missing' : undefined,
    displayName: wrong('displayName'),
  };
}
