import { Button, Form, longDate, Name, useLanguage, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';

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
  const { providers: texts } = useTexts(usersTexts).account;
  const language = useLanguage();
  return (
    <>
      <p>{texts.lead}</p>
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
              <span>{texts.lastUsed(longDate(lastUsedAt, language))}</span>
            </div>
            <Form action={action} hidden={{ ...hidden, unlink: provider }}>
              <Button kind="secondary">
                {texts.remove}
                <span class="hidden"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
        {others.map(({ id, name }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <span>{texts.notLinked}</span>
            </div>
            <Form action={action} hidden={{ ...hidden, link: id }}>
              <Button kind="secondary">
                {texts.link}
                <span class="hidden"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
