import { managesTenant, ofTenant, readForm, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { countAgentLicenses } from './count-agent-licenses.js';
import { decideApplication, undecideApplication } from './decide-application.js';
import {
  countRequestedApplications,
  getTenantApplication,
  listTenantApplications,
} from './list-tenant-applications.js';
import { decisionActions, TenantApplicationsContent } from './tenant-applications-content.js';
import { connectedApplicationsTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(connectedApplicationsTexts, ({ tenant, tenantNotices, tenantRefusals }) => ({
  name: tenant.name,
  title: tenant.title,
  notices: tenantNotices,
  refusals: tenantRefusals,
}));

const DecisionForm = z.object({ clientId: z.string().max(2048), action: z.enum(decisionActions) });
const readDecision = ({ form }: TenantVisit) => readForm(DecisionForm, form);

/** The third-party clients of a tenant: which there are, who asked for one, and what the tenant has decided. */
export function tenantApplicationsArea(host: IdentityPluginHost): TenantArea {
  const callOf = ({ tenant, principal }: TenantVisit) => ({ tenantId: tenant.id, principal });
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'applications',
    // After single sign-on and directories.
    order: 76,
    group: 'security',
    texts: areaTexts,
    isOpen: managesTenant,
    badge: ({ tenant }) => countRequestedApplications(host.db, { tenantId: tenant.id }),
    async draw(visit) {
      const page = { page: pageNumberOf(visit.query), limit: rowsPerPage };
      const list = await listTenantApplications(host.db, { ...callOf(visit), ...page });
      const askers = list.applications.flatMap(({ requestedBy }) => requestedBy ?? []);
      const names = await host.namesOf(askers, { tenantId: visit.tenant.id });
      return <TenantApplicationsContent {...{ visit, names, ...list }} />;
    },
    async confirm(visit) {
      const { clientId, action } = readDecision(visit);
      if (action === 'allow' || action === 'mark') return undefined;
      const { tenantConfirm: texts } = connectedApplicationsTexts[visit.language];
      const decision = { ...callOf(visit), clientId };
      const { name, members, status, markedHere } = await getTenantApplication(host.db, decision);
      if (action === 'block')
        return { title: texts.blockTitle(name), button: texts.block, facts: [texts.blockFact(members), texts.ends] };
      const licenses = markedHere ? await countAgentLicenses(host.db, decision) : 0;
      const ended = licenses > 0 ? [texts.licensesEnd(licenses)] : [];
      if (action === 'unmark')
        return { title: texts.unmarkTitle(name), button: texts.unmark, facts: [texts.unmarkFact, ...ended] };
      // Nobody can use it yet.
      if (status === 'REQUESTED') return undefined;
      return { title: texts.undecideTitle(name), button: texts.undecide, facts: [texts.undecideFact, ...ended] };
    },
    async act(visit) {
      const { clientId, action } = readDecision(visit);
      const decision = { ...callOf(visit), clientId };
      if (action === 'undecide') {
        await undecideApplication(host, decision);
        return { done: 'undecided' };
      }
      // It is allowed, by the default or by a decision. From now on it is by a decision.
      if (action === 'mark') {
        await decideApplication(host, { ...decision, status: 'ALLOWED', agent: true });
        return { done: 'marked' };
      }
      if (action === 'unmark') {
        const licenses = await countAgentLicenses(host.db, decision);
        const { agent } = await decideApplication(host, { ...decision, status: 'ALLOWED', agent: false });
        if (agent) return { done: 'stillAgent' };
        return { done: licenses > 0 ? 'unmarkedEnded' : 'unmarked' };
      }
      await decideApplication(host, { ...decision, status: action === 'allow' ? 'ALLOWED' : 'BLOCKED' });
      return { done: action === 'allow' ? 'allowed' : 'blocked' };
    },
  };
}
