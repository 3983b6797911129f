import { Actions, Button, Field, Form, longDate, Name, PasskeyForm, useLanguage, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';

const action = '/account/security';
type Hidden = Readonly<Record<string, string>>;

/** The passkeys of a person, with a way to remove each and to make another. */
export function PasskeyEntries(props: {
  passkeys: readonly { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  hidden: Hidden;
}) {
  const { passkeys, hidden } = props;
  const { security: texts } = useTexts(usersTexts);
  const language = useLanguage();
  return (
    <section>
      <h2>{texts.passkeys}</h2>
      <p>{texts.aboutPasskeys}</p>
      <ul class="list entries">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <strong>
                <Name text={name} />
              </strong>
              <span>
                {lastUsedAt
                  ? texts.lastUsed(longDate(lastUsedAt, language))
                  : texts.made(longDate(createdAt, language))}
              </span>
            </div>
            <Form action={action} hidden={{ ...hidden, do: 'remove-passkey', passkeyId: id }}>
              <Button kind="secondary">
                {texts.remove}
                <span class="hidden">{texts.removePasskey(name)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form action={action} hidden={{ ...hidden, do: 'begin-passkey' }}>
        <Actions>
          <Button>{texts.makePasskey}</Button>
        </Actions>
      </Form>
    </section>
  );
}

/** Asks the browser to make one, and the person what to call it. */
export function MakePasskey({ options, hidden }: { options: string; hidden: Hidden }) {
  const { security: texts } = useTexts(usersTexts);
  return (
    <>
      <p class="lead">{texts.makeLead}</p>
      <PasskeyForm action={action} hidden={{ ...hidden, do: 'add-passkey' }} mode="make" options={options}>
        <Field name="name" label={texts.passkeyName} value={texts.passkeyNameValue} hint={texts.passkeyNameHint} />
        <Actions>
          <Button>{texts.makeThePasskey}</Button>
        </Actions>
      </PasskeyForm>
      <p class="links">
        <a href={action}>{texts.notNow}</a>
      </p>
    </>
  );
}
