import { Actions, type Brand, Button, Form, Layout, Notice, PasskeyForm, useTexts } from '@org/identity-core';
import { usersTexts } from '../texts/index.js';

/** Asks for a passkey, for a whole sign-in or as the second factor. */
export function UsePasskeyPage(props: {
  brand: Brand;
  action: string;
  abortAction: string;
  options: string;
  /** Whether one was sent that did not open anything. */
  refused: boolean;
}) {
  const { brand, action, abortAction, options, refused } = props;
  const { passkeys: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{texts.lead}</p>
      {refused && <Notice kind="error">{texts.refused}</Notice>}
      <PasskeyForm action={action} mode="use" options={options}>
        <Actions>
          <Button>{texts.use}</Button>
        </Actions>
      </PasskeyForm>
      <p class="links">
        <a href={action}>{texts.anotherWay}</a>
      </p>
      <Form action={abortAction}>
        <Button kind="quiet">{texts.cancel}</Button>
      </Form>
    </Layout>
  );
}
