import { Name, type Part } from '@org/identity-ui';

/** A linked account, with the data that its provider sent last. */
export interface LinkedAccount {
  provider: string;
  name: string;
  email: string | null;
  displayName: string | null;
}

/** The linked account and a date; buttons are next to it. */
export function LinkedProvider({ name, email, displayName, when }: LinkedAccount & { when: Part }) {
  return (
    <div>
      <strong>{name}</strong>
      {(displayName ?? email) && (
        <span>
          <Name text={displayName ?? ''} /> <bdi>{email}</bdi>
        </span>
      )}
      <span>{when}</span>
    </div>
  );
}
