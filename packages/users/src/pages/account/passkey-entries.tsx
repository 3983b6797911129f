import { Actions, Button, Field, Form, Name, PasskeyForm } from '@org/identity-core';
import { longDate } from '../../long-date.js';

const action = '/account/security';
type Hidden = Readonly<Record<string, string>>;

/** The passkeys of a person, with a way to remove each and to make another. */
export function PasskeyEntries(props: {
  passkeys: readonly { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  hidden: Hidden;
}) {
  const { passkeys, hidden } = props;
  return (
    <section>
      <h2>Passkeys</h2>
      <p>A passkey signs you in with the finger, face or PIN of your device, without a password.</p>
      <ul class="list entries">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <strong>
                <Name text={name} />
              </strong>
              <span>{lastUsedAt ? `Last used ${longDate(lastUsedAt)}` : `Made ${longDate(createdAt)}`}</span>
            </div>
            <Form action={action} hidden={{ ...hidden, do: 'remove-passkey', passkeyId: id }}>
              <Button kind="secondary">
                Remove<span class="hidden"> the passkey {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form action={action} hidden={{ ...hidden, do: 'begin-passkey' }}>
        <Actions>
          <Button>Make a passkey</Button>
        </Actions>
      </Form>
    </section>
  );
}

/** Asks the browser to make one, and the person what to call it. */
export function MakePasskey({ options, hidden }: { options: string; hidden: Hidden }) {
  return (
    <>
      <p class="lead">Your device asks for your finger, face or PIN, and keeps the passkey.</p>
      <PasskeyForm action={action} hidden={{ ...hidden, do: 'add-passkey' }} mode="make" options={options}>
        <Field name="name" label="What do you call it?" value="Passkey" hint="For example the name of your device." />
        <Actions>
          <Button>Make the passkey</Button>
        </Actions>
      </PasskeyForm>
      <p class="links">
        <a href={action}>Not now</a>
      </p>
    </>
  );
}
