import { Actions, Button, Day, Entry, Form, Name, useTexts } from '@org/identity-ui';
import type { SecurityState } from '../mfa/security-state.js';
import { passkeysTexts } from './texts.js';

const action = '/account/security';

/** The passkeys of a user, with buttons to remove one and to add another. */
export function PasskeyEntries(props: {
  passkeys: SecurityState['passkeys'];
  hidden: Readonly<Record<string, string>>;
  passwordSignIn: boolean;
}) {
  const { passkeys, hidden, passwordSignIn } = props;
  const { passkeys: texts } = useTexts(passkeysTexts);
  const stateOf = ({ createdAt, lastUsedAt }: SecurityState['passkeys'][number]) => {
    const used = lastUsedAt ? texts.lastUsed(<Day at={lastUsedAt} />) : texts.neverUsed;
    return (
      <>
        <span>{texts.added(<Day at={createdAt} />)}</span>
        <span>{used}</span>
      </>
    );
  };
  return (
    <section>
      <h2>{texts.passkeys}</h2>
      <p>{(passwordSignIn ? texts : texts.withoutPasswords).aboutPasskeys}</p>
      {passkeys.length > 0 && (
        <ul class="list entries">
          {passkeys.map((passkey) => (
            <Entry
              key={passkey.id}
              name={<Name text={passkey.name} />}
              state={stateOf(passkey)}
              button={{
                text: texts.remove,
                of: texts.ofPasskey(passkey.name),
                target: { action, hidden: { ...hidden, do: 'ask-remove-passkey', passkeyId: passkey.id } },
              }}
            />
          ))}
        </ul>
      )}
      <Form action={action} hidden={{ ...hidden, do: 'begin-passkey' }}>
        <Actions>
          <Button kind="secondary">{texts.addPasskey}</Button>
        </Actions>
      </Form>
    </section>
  );
}
