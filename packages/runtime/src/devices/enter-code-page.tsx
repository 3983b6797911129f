import { type Brand, Button, Field, Form, Layout, useTexts } from '@org/identity-ui';
import { devicesTexts } from './texts.js';

export interface EnterCodePageProps {
  brand: Brand;
  action: string;
  hidden: Record<string, string>;
  /** What was typed, or what the link of the device contains. */
  code?: string | undefined;
  problem?: 'noCode' | 'unknownCode' | undefined;
}

/** Asks for the code that a device shows. Nothing happens before the user sends it, also if a link has filled it in. */
export function EnterCodePage({ brand, action, hidden, code, problem }: EnterCodePageProps) {
  const { enter: texts } = useTexts(devicesTexts);
  return (
    <Layout title={texts.title} heading={texts.title} brand={brand}>
      <p>{texts.intro}</p>
      <Form action={action} hidden={hidden}>
        <Field
          name="user_code"
          label={texts.code}
          hint={texts.hint}
          value={code}
          error={problem && texts[problem]}
          autofocus
          required
        />
        <Button>{texts.next}</Button>
      </Form>
    </Layout>
  );
}
