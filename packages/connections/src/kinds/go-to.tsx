import type { BegunVisit } from '@org/identity-core';
import { Actions, type Brand, Button, Form, Layout, OwnScript, selfSendingScript, useTexts } from '@org/identity-ui';
import { kindsTexts } from './texts.js';

/** How the browser gets to the provider. */
export function goTo(begun: BegunVisit, { brand, name }: { brand: Brand; name: string }) {
  if ('redirect' in begun) return begun;
  return { page: <SelfSendingPage {...begun.form} {...{ brand, name }} />, status: 200 };
}

/** A form that sends itself, as some protocols want it. Without scripts, the user presses the button. */
export function SelfSendingPage(props: {
  brand: Brand;
  /** The name of the connection; undefined on the way back. */
  name?: string;
  action: string;
  fields: Readonly<Record<string, string>>;
}) {
  const { brand, name, action, fields } = props;
  const { selfSending: texts } = useTexts(kindsTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{name === undefined ? texts.back : texts.leave(name)}</p>
      <Form action={action} hidden={fields}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
      <OwnScript script={selfSendingScript} />
    </Layout>
  );
}
