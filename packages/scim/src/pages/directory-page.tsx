import { type AreaIn, readForm, type TenantVisit } from '@org/identity-core';
import { DirectoryLogResult } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { deleteDirectory } from '../directories/delete-directory.js';
import { getDirectory } from '../directories/list-directories.js';
import { rotateToken } from '../directories/rotate-token.js';
import { listLog } from '../log/list-log.js';
import type { ScimServices } from '../services.js';
import { DirectoryToken } from './directories-page.js';
import { DirectoryContent } from './directory-content.js';
import { pagesTexts } from './texts.js';

const areaTexts = textsOf(pagesTexts, ({ directory, notices, refusals }) => ({
  name: directory.name,
  title: directory.name,
  notices,
  refusals,
}));

const rowsPerPage = 20;
const Action = z.object({ action: z.enum(['delete', 'rotate']) });
const Result = z.enum(DirectoryLogResult);

/** One directory: its URL, what it sent, a new token, and its deletion. */
export function directoryPage(services: ScimServices): AreaIn<TenantVisit> {
  const about = ({ tenant, principal, params }: TenantVisit) => ({
    tenantId: tenant.id,
    principal,
    directoryId: params['directoryId'] ?? '',
  });
  return {
    path: 'directories/:directoryId',
    parent: 'directories',
    texts: areaTexts,
    needsFreshSignIn: () => true,
    async draw(visit) {
      const directory = await getDirectory(services, about(visit));
      const result = Result.safeParse(visit.query['result']).data;
      const page = pageNumberOf(visit.query);
      const { entries, pagination } = await listLog(services, { ...about(visit), result, page, limit: rowsPerPage });
      const content = <DirectoryContent {...{ visit, directory, entries, result, page, pages: pagination.pages }} />;
      return { heading: directory.name, content };
    },
    async confirm(visit) {
      const { action } = readForm(Action, visit.form);
      const { name } = await getDirectory(services, about(visit));
      const { confirm: texts } = pagesTexts[visit.language];
      if (action === 'delete')
        return { title: texts.deleteTitle(name), button: texts.delete, facts: [texts.deleteFact] };
      return { title: texts.rotateTitle(name), button: texts.rotate, facts: [texts.rotateFact] };
    },
    async act(visit) {
      const { base, language } = visit;
      if (readForm(Action, visit.form).action === 'delete') {
        await deleteDirectory(services, about(visit));
        return { redirect: `${base}/directories?done=deleted` };
      }
      const { id, token, baseUrl } = await rotateToken(services, about(visit));
      const lead = pagesTexts[language].token.rotated;
      return { show: <DirectoryToken {...{ lead, token, baseUrl }} next={`${base}/directories/${id}`} /> };
    },
  };
}
