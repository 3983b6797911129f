import { type Brand, Button, Form, Layout, useTexts } from '@org/identity-ui';
import { linkCommand } from './link-command.js';
import { secondFactorLinkTexts } from './texts.js';

/** Tells a super admin without a second factor that an operator has to send a link. */
export function AskOperatorPage(props: { brand: Brand; abortAction: string; email: string }) {
  const { brand, abortAction, email } = props;
  const { askOperator: texts } = useTexts(secondFactorLinkTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{texts.needed}</p>
      <p>{texts.command}</p>
      <p>
        <code>{linkCommand(email)}</code>
      </p>
      <Form action={abortAction}>
        <Button kind="link">{texts.back}</Button>
      </Form>
    </Layout>
  );
}
