import { exportData } from '../export-data.js';
import { ExportForm } from '../pages/account/export-form.js';
import type { AccountArea, AccountServices } from './account-area.js';

/** Everything that is stored about the person, as a file. */
export function exportArea({ host, exportLimiter }: AccountServices): AccountArea {
  return {
    path: '/account/export',
    name: 'export',
    draw: ({ hidden }) => Promise.resolve(<ExportForm hidden={hidden} />),
    async act({ principal }) {
      const body = await exportData(host, exportLimiter, principal.userId);
      return { download: { name: 'personal-data.json', type: 'application/json; charset=utf-8', body } };
    },
  };
}
