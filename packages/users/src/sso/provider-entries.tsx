import { Button, Day, Form, useTexts } from '@org/identity-ui';
import { type LinkedAccount, LinkedProvider } from './linked-provider.js';
import { ssoTexts } from './texts.js';

export interface ProviderEntriesProps {
  linked: readonly (LinkedAccount & { lastUsedAt: Date })[];
  others: readonly { id: string; name: string }[];
  hidden: Readonly<Record<string, string>>;
}

/** The linked providers, and those that can be linked. */
export function ProviderEntries({ linked, others, hidden }: ProviderEntriesProps) {
  const action = '/account/providers';
  const { providers: texts } = useTexts(ssoTexts);
  return (
    <>
      <p>{texts.lead}</p>
      <ul class="list entries">
        {linked.map(({ lastUsedAt, ...link }) => (
          <li key={link.provider}>
            <LinkedProvider {...link} when={texts.lastUsed(<Day at={lastUsedAt} />)} />
            <Form action={action} hidden={{ ...hidden, unlink: link.provider }}>
              <Button kind="secondary">
                {texts.remove}
                <span class="hidden"> {link.name}</span>
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
