import { managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { findApplication } from '../console/application-area.js';
import { AgentsContent } from './agents-content.js';
import { findAgentsWithoutSeat } from './find-agent.js';
import { grantAgentSeat } from './grant-agent-seat.js';
import { listAgentSeats } from './list-agent-seats.js';
import { revokeAgentSeat } from './revoke-agent-seat.js';
import { agentsTexts } from './texts.js';

const areaTexts = textsOf(agentsTexts, ({ agents, notices, refusals }) => ({
  name: agents.name,
  title: agents.title,
  notices,
  refusals,
}));

/** How many seats of agents the page shows. The API lists all of them. */
const maxShown = 100;

/** The agents that hold seats of an application, below the people who do. Without agents there is no such section. */
export function agentsArea(host: IdentityPluginHost): TenantArea {
  const listOf = ({ tenant, principal, params }: TenantVisit) =>
    listAgentSeats(host.db, {
      tenantId: tenant.id,
      principal,
      applicationId: params['applicationId'] ?? '',
      page: 1,
      limit: maxShown,
    });
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/agents',
    sectionOf: 'licenses/:applicationId',
    parent: 'licenses',
    order: 50,
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const application = await findApplication(host, visit);
      const { agentSeats } = await listOf(visit);
      const scope = { tenantId: visit.tenant.id, applicationId: application.id };
      const others = await findAgentsWithoutSeat(host.db, scope);
      if (agentSeats.length === 0 && others.length === 0) return null;
      const { agentSeats: rule } = await host.db.application.findUniqueOrThrow({
        where: { id: application.id },
        select: { agentSeats: true },
      });
      return <AgentsContent {...{ visit, application, agentSeats, others }} needsSeat={rule === 'OWN'} />;
    },
    async confirm(visit) {
      const { agentSeats } = await listOf(visit);
      const seat = agentSeats.find(({ id }) => id === visit.form['takeBack']);
      // Without a seat, `act` refuses.
      if (!seat) return undefined;
      const { agents, confirm } = agentsTexts[visit.language];
      return { title: confirm.title(seat.name ?? agents.deleted), button: confirm.button, facts: confirm.facts };
    },
    async act({ tenant, principal, params, form }) {
      const taken = form['takeBack'];
      if (taken !== undefined) {
        await revokeAgentSeat(host, { tenantId: tenant.id, principal, agentSeatId: taken });
        return { done: 'agent-seat-taken-back' };
      }
      await grantAgentSeat(host, {
        tenantId: tenant.id,
        principal,
        clientId: form['agent'] ?? '',
        applicationId: params['applicationId'] ?? '',
        licenseTypeId: form['licenseType'] ?? '',
      });
      return { done: 'agent-seat-granted' };
    },
  };
}
