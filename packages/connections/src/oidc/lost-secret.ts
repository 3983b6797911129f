import { validationFailed } from '@org/identity-core';

type Form = Readonly<Record<string, string>>;

/** Marks a form whose secret was lost. Not named after the secret: it has to wait for a sign-in with the other fields. */
export const again = 'again';

/**
 * Whether a form that is shown again had a secret: pages never contain one, and none waits for a sign-in. A form that was sent
 * without a secret has the field, but empty.
 */
export const hasLostSecret = (form: Form): boolean => form['clientSecret'] !== '' || form[again] !== undefined;

export const secretLost = 'must be entered again';

/** Throws if the form had a secret before it was shown again. Without it, the old one would be kept, and nobody would notice. */
export function requireKeptSecret(form: Form): void {
  if (form[again] === undefined || form['clientSecret']) return;
  throw validationFailed([{ path: 'clientSecret', message: secretLost }]);
}
