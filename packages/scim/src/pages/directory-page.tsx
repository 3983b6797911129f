import { type AreaIn, fieldErrors, ofTenant, ownOnly, readForm, type TenantVisit } from '@org/identity-core';
import { DirectoryLogResult } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { deleteDirectory } from '../directories/delete-directory.js';
import { listConnections } from '../directories/list-connections.js';
import { getDirectory } from '../directories/list-directories.js';
import { rotateToken } from '../directories/rotate-token.js';
import { updateDirectory } from '../directories/update-directory.js';
import { adoptMembers } from '../handover/adopt-members.js';
import { chosenUsers } from '../handover/chosen-users.js';
import { confirmDirectory } from '../handover/confirm-directory.js';
import { listPending } from '../handover/list-pending.js';
import { handoverTexts } from '../handover/texts.js';
import { listLog } from '../log/list-log.js';
import { UpdateDirectoryBody } from '../schemas.js';
import type { ScimServices } from '../services.js';
import { DirectoryToken } from './directories-page.js';
import { DirectoryContent } from './directory-content.js';
import { pagesTexts } from './texts.js';

const areaTexts = textsOf(pagesTexts, ({ directory, notices, refusals }, language) => ({
  name: directory.name,
  title: directory.name,
  notices: { ...notices, ...handoverTexts[language].notices },
  refusals: { ...refusals, ...handoverTexts[language].refusals },
}));

const rowsPerPage = 20;
const Action = z.object({ action: z.enum(['delete', 'rotate', 'adopt', 'confirm', 'update']) });
const Result = z.enum(DirectoryLogResult);

/** One directory: its URL, who waits to be handed over, what it sent, its settings, a new token, and its deletion. */
export function directoryPage(services: ScimServices): AreaIn<TenantVisit> {
  return {
    path: 'directories/:directoryId',
    parent: 'directories',
    texts: areaTexts,
    errorsOf: (refusal, language) => fieldErrors(refusal, { fields: pagesTexts[language].fields }),
    needsFreshSignIn: () => true,
    // The provider of the tenant must not decide what its directory manages.
    formOrigins: ({ form }) => (form['action'] === 'adopt' || form['action'] === 'confirm' ? ownOnly : ofTenant),
    async draw(visit, errors) {
      const call = callOf(visit);
      const directory = await getDirectory(services, call);
      const pending = await listPending(services, call);
      const result = Result.safeParse(visit.query['result']).data;
      const page = pageNumberOf(visit.query);
      const { entries, pagination } = await listLog(services, { ...call, result, page, limit: rowsPerPage });
      const { pages } = pagination;
      const connections = await listConnections(services, visit.tenant.id);
      const shown = { visit, directory, pending, entries, result, page, pages, connections, errors };
      return { heading: directory.name, content: <DirectoryContent {...shown} /> };
    },
    async confirm(visit) {
      const { action } = readForm(Action, visit.form);
      if (action === 'update') return undefined;
      const { name } = await getDirectory(services, callOf(visit));
      return question(services, visit, { action, name });
    },
    async act(visit) {
      const call = callOf(visit);
      const { action } = readForm(Action, visit.form);
      if (action === 'delete') {
        await deleteDirectory(services, call);
        return { redirect: `${visit.base}/directories?done=deleted` };
      }
      if (action === 'update') {
        const connectionId = visit.form['connectionId'];
        const body = readForm(UpdateDirectoryBody, {
          name: visit.form['name'] ?? '',
          // A tenant without connections has no such field.
          ...(connectionId === undefined ? {} : { connectionId: connectionId || null }),
        });
        const before = await getDirectory(services, call);
        const { name, connectionId: after } = await updateDirectory(services, { ...call, changes: body });
        return { done: name === before.name && after === before.connectionId ? 'directoryUnchanged' : 'updated' };
      }
      if (action === 'adopt') {
        await adoptMembers(services, { ...call, userIds: chosenUsers(visit) });
        return { done: 'adopted' };
      }
      if (action === 'confirm') {
        await confirmDirectory(services, call);
        return { done: 'confirmed' };
      }
      const { id, token, baseUrl } = await rotateToken(services, call);
      const lead = pagesTexts[visit.language].token.rotated;
      return { show: <DirectoryToken {...{ lead, token, baseUrl }} next={`${visit.base}/directories/${id}`} /> };
    },
  };
}

const callOf = ({ tenant, principal, params }: TenantVisit) => ({
  tenantId: tenant.id,
  principal,
  directoryId: params['directoryId'] ?? '',
});

/** What an owner is asked before an action. */
async function question(
  services: ScimServices,
  visit: TenantVisit,
  { action, name }: { readonly action: 'delete' | 'rotate' | 'adopt' | 'confirm'; readonly name: string },
) {
  const { confirm: texts } = pagesTexts[visit.language];
  const { confirm: handover } = handoverTexts[visit.language];
  if (action === 'delete')
    return { title: texts.deleteTitle(name), button: texts.delete, facts: [texts.deleteFact], evenIfChanged: true };
  if (action === 'rotate') return { title: texts.rotateTitle(name), button: texts.rotate, facts: [texts.rotateFact] };
  if (action === 'confirm')
    return { title: handover.confirmTitle(name), button: handover.confirm, facts: [handover.confirmFact] };
  const chosen = chosenUsers(visit);
  const { users, confirmed } = await listPending(services, callOf(visit));
  const [first] = users.filter(({ userId }) => chosen.includes(userId));
  const title =
    chosen.length === 1 && first
      ? handover.adoptOne(first.displayName ?? first.email)
      : handover.adoptMany(chosen.length);
  return { title, button: handover.adopt, facts: [handover.adoptFact, ...(confirmed ? [] : [handover.adoptConfirms])] };
}
