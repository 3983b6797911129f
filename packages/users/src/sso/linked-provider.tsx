import { Name } from '@org/identity-core';

/** An account of another provider, as the provider named it last. */
export interface LinkedAccount {
  provider: string;
  name: string;
  email: string | null;
  displayName: string | null;
}

/** Which account is linked, with a line about when; what can be done with it stands beside it. */
export function LinkedProvider({ name, email, displayName, when }: LinkedAccount & { when: string }) {
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
