import { Actions, Button, Form, useTexts } from '@org/identity-core';
import { personalDataTexts } from './texts.js';

/** Explains what the file contains. */
export function ExportForm({ hidden }: { hidden: Readonly<Record<string, string>> }) {
  const { exportForm: texts } = useTexts(personalDataTexts);
  return (
    <>
      <p>{texts.about}</p>
      <Form action="/account/export" hidden={{ ...hidden }}>
        <Actions>
          <Button>{texts.download}</Button>
        </Actions>
      </Form>
    </>
  );
}
