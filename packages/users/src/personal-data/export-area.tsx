import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { exportData } from './export-data.js';
import { ExportForm } from './export-form.js';
import type { ExportLimiter } from './export-limits.js';

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
