import { Actions, Button, Form } from '@org/identity-core';
import { exportData } from '../export-data.js';
import { DataExport } from '../schemas.js';
import type { AccountArea, AccountServices } from './account-area.js';

/** Everything that is stored about the person, as a file. */
export function exportArea({ host }: AccountServices): AccountArea {
  const path = '/account/export';
  return {
    path,
    name: 'Your data',
    title: 'Your data',
    draw: ({ hidden }) =>
      Promise.resolve(
        <>
          <p>
            One file with everything that is stored about you: your profile, your sessions, your memberships and what
            you have allowed applications. Keep it where only you can read it.
          </p>
          <Form action={path} hidden={{ ...hidden }}>
            <Actions>
              <Button>Download your data</Button>
            </Actions>
          </Form>
        </>,
      ),
    async act({ principal }) {
      const data = DataExport.parse(await exportData(host, principal.userId));
      const body = JSON.stringify(data, undefined, 2);
      return { download: { name: 'personal-data.json', type: 'application/json; charset=utf-8', body } };
    },
  };
}
