import type { IdentityPluginHost } from '@org/identity-prisma';
import { Actions, Button, Form, useTexts } from '@org/identity-ui';
import type { AccountArea } from '../account-frame/account-area.js';
import { exportData } from './export-data.js';
import type { ExportLimiter } from './export-limits.js';
import { personalDataTexts } from './texts.js';

interface Services {
  host: IdentityPluginHost;
  exportLimiter: ExportLimiter;
}

/** Downloads everything that is stored about the user. */
export function exportArea({ host, exportLimiter }: Services): AccountArea {
  return {
    path: 'export',
    name: 'export',
    draw: ({ hidden }) => Promise.resolve(<ExportForm hidden={hidden} />),
    async act({ principal }) {
      const body = await exportData(host, exportLimiter, principal.userId);
      return { download: { name: 'personal-data.json', type: 'application/json; charset=utf-8', body } };
    },
  };
}

/** Explains what the file contains. */
function ExportForm({ hidden }: { hidden: Readonly<Record<string, string>> }) {
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
