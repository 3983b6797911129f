import { Actions, Button, Form, useTexts } from '@org/identity-core';
import { usersTexts } from '../texts/index.js';

/** Says what the file holds. */
export function ExportForm({ hidden }: { hidden: Readonly<Record<string, string>> }) {
  const { export: texts } = useTexts(usersTexts).account;
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
