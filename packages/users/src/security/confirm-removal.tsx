import { Actions, Button, Form, Name, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { securityTexts } from './texts.js';

const path = '/account/security';

interface RemovalProps {
  /** Which second factor is left, if any. */
  left: keyof typeof securityTexts.en.security.left;
  hidden: Readonly<Record<string, string>>;
}

/** Asks whether to remove a passkey. */
export function RemovePasskey({ passkey, left, hidden }: RemovalProps & { passkey: { id: string; name: string } }) {
  const { security: texts } = useTexts(securityTexts);
  return (
    <Question
      title={texts.removePasskeyTitle(<Name text={passkey.name} />)}
      points={[texts.left[left], texts.deviceKeepsIt]}
      button={texts.removeThePasskey}
      hidden={{ ...hidden, do: 'remove-passkey', passkeyId: passkey.id }}
    />
  );
}

/** Asks whether to remove the authenticator app. */
export function RemoveApp({ left, hidden }: RemovalProps) {
  const { security: texts } = useTexts(securityTexts);
  return (
    <Question
      title={texts.removeAppTitle}
      points={[texts.left[left]]}
      button={texts.removeTheApp}
      hidden={{ ...hidden, do: 'remove' }}
    />
  );
}

function Question(props: {
  title: ComponentChildren;
  points: readonly string[];
  button: string;
  hidden: Record<string, string>;
}) {
  const { title, points, button, hidden } = props;
  const { security: texts } = useTexts(securityTexts);
  return (
    <section>
      <h2>{title}</h2>
      {points.map((point) => (
        <p key={point}>{point}</p>
      ))}
      <Form action={path} hidden={hidden}>
        <Actions>
          <Button kind="danger">{button}</Button>
          <a class="button button-secondary" href={path}>
            {texts.keepIt}
          </a>
        </Actions>
      </Form>
    </section>
  );
}
