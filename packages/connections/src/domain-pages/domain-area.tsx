import { type AreaIn, readForm } from '@org/identity-core';
import { textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { signOnPath } from '../access/console-paths.js';
import type { SetupVisit } from '../access/setup-caller.js';
import { shortRecordName } from '../domains/domain-name.js';
import { getDomain } from '../domains/list-domains.js';
import { removeDomain } from '../domains/remove-domain.js';
import { type VerifyServices, verifyDomain } from '../domains/verify-domain.js';
import { DomainContent } from './domain-content.js';
import { domainPagesTexts } from './texts.js';

const areaTexts = textsOf(domainPagesTexts, ({ domain, notices, refusals }) => ({
  name: domain.name,
  title: domain.name,
  notices,
  refusals,
}));

const Action = z.object({ action: z.enum(['check', 'delete']) });
const actionIn = ({ form }: SetupVisit) => readForm(Action, form).action;

/** One domain: the record that proves it, the check, and its removal. */
export function domainArea(services: VerifyServices): AreaIn<SetupVisit> {
  const callOf = ({ tenant, principal, params }: SetupVisit) => ({
    tenantId: tenant.id,
    principal,
    domainId: params['domainId'] ?? '',
  });
  return {
    path: `${signOnPath}/domains/:domainId`,
    parent: signOnPath,
    texts: areaTexts,
    async draw(visit) {
      const domain = await getDomain(services.db, callOf(visit));
      const isUnused = (await services.db.connectionDomain.count({ where: { domainId: domain.id } })) === 0;
      const short = await shortRecordName(domain.domain);
      return { heading: domain.domain, content: <DomainContent {...{ visit, domain, short, isUnused }} /> };
    },
    async confirm(visit) {
      if (actionIn(visit) !== 'delete') return undefined;
      const { domain } = await getDomain(services.db, callOf(visit));
      const { confirm: texts } = domainPagesTexts[visit.language];
      return { ...texts, title: texts.title(domain) };
    },
    async act(visit) {
      if (actionIn(visit) === 'delete') {
        await removeDomain(services, callOf(visit));
        return { redirect: `${visit.base}/${signOnPath}?done=removed` };
      }
      const { looked, ...domain } = await verifyDomain(services, callOf(visit));
      const isFound = domain.status === 'VERIFIED' && domain.missingSince === null && looked.result === 'read';
      if (isFound) return { done: 'verified' };
      const short = await shortRecordName(domain.domain);
      return { show: { heading: domain.domain, content: <DomainContent {...{ visit, domain, short, looked }} /> } };
    },
  };
}
