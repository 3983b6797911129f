import { Button, Form, Name } from '@org/identity-core';
import { longDate } from '../../long-date.js';

export interface ProviderEntriesProps {
  linked: readonly {
    provider: string;
    name: string;
    email: string | null;
    displayName: string | null;
    lastUsedAt: Date;
  }[];
  others: readonly { id: string; name: string }[];
  hidden: Readonly<Record<string, string>>;
}

/** What is linked, and what can be. */
export function ProviderEntries({ linked, others, hidden }: ProviderEntriesProps) {
  const action = '/account/providers';
  return (
    <>
      <p>With a linked account you can sign in here without your password.</p>
      <ul class="list entries">
        {linked.map(({ provider, name, email, displayName, lastUsedAt }) => (
          <li key={provider}>
            <div>
              <strong>{name}</strong>
              {(displayName ?? email) && (
                <span>
                  <Name text={displayName ?? ''} /> <bdi>{email}</bdi>
                </span>
              )}
              <span>Last used {longDate(lastUsedAt)}</span>
            </div>
            <Form action={action} hidden={{ ...hidden, unlink: provider }}>
              <Button kind="secondary">
                Remove<span class="hidden"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
        {others.map(({ id, name }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <span>Not linked</span>
            </div>
            <Form action={action} hidden={{ ...hidden, link: id }}>
              <Button kind="secondary">
                Link<span class="hidden"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
