import { EmailAddress } from '@org/identity-core';
import { z } from 'zod';

const DisplayName = z
  .string()
  .trim()
  .max(100)
  .optional()
  .transform((name) => name || undefined);

/**
 * What somebody registers with. The address in its plain form: the mail goes to the mailbox that everybody means by it,
 * not to one that only looks alike. What is wrong with a password is said by the one who hashes it.
 */
export const RegistrationForm = z.object({
  email: z.string().trim().normalize('NFKC').pipe(EmailAddress),
  password: z.string(),
  displayName: DisplayName,
});

/** What they add where the mailed link is opened in another browser. */
export const FinishForm = RegistrationForm.omit({ email: true });

export type FormErrors = { readonly [Field in 'email' | 'password' | 'displayName']?: string | undefined };

/** What to tell about a form that cannot be taken. */
export function formErrors({ issues }: z.ZodError): FormErrors {
  const wrong = (field: string) => issues.some(({ path }) => path[0] === field);
  return {
    email: wrong('email') ? 'Enter the whole address, such as ann@example.com.' : undefined,
    password: wrong('password') ? 'Choose a password.' : undefined,
    displayName: wrong('displayName') ? 'A name has up to 100 characters.' : undefined,
  };
}
