import { type FieldErrors, managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, textsOf } from '@org/identity-ui';
import { findApplication, takeBackQuestion } from '../console/application-area.js';
import { problemsOf } from '../console/seat-problems.js';
import { consoleTexts } from '../console/texts.js';
import { revokeSeats } from '../seats/revoke-seats.js';
import { findLeastUsed } from './find-least-used.js';
import { choiceIn, heldOf } from './reduce-choice.js';
import { ReduceContent } from './reduce-content.js';
import { reduceTexts } from './texts.js';

const areaTexts = textsOf(reduceTexts, ({ reduce, refusals }, language) => {
  const shared = consoleTexts[language];
  return {
    name: reduce.name,
    title: reduce.name,
    notices: shared.notices,
    refusals: { ...shared.refusals, ...refusals },
  };
});

/**
 * Takes back the seats of an application that were not used for the longest time, before an organization buys fewer of them.
 * The choice is in the URL; the effect is shown and confirmed first.
 */
export function reduceArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/reduce',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, problems: FieldErrors = {}) {
      const { principal, query, language, tenant } = visit;
      const application = await findApplication(host, visit);
      const choice = choiceIn(query, application);
      const wanted = choice.type && choice.keep !== undefined ? heldOf(choice.type) - choice.keep : 0;
      const applicationId = application.id;
      const licenseTypeId = choice.type?.id ?? '';
      const found = await findLeastUsed(host.db, { principal, applicationId, licenseTypeId, count: wanted });
      const names = await host.namesOf(Object.keys(problems), { tenantId: tenant.id });
      return {
        heading: reduceTexts[language].reduce.title(application.name),
        content: <ReduceContent {...{ visit, application, choice, wanted, found, problems, names }} />,
      };
    },
    errorsOf: ({ details }) => problemsOf(details),
    async confirm(visit) {
      const userIds = checkedIds(visit.form, 'user');
      if (userIds.length === 0) return undefined;
      const application = await findApplication(host, visit);
      return takeBackQuestion(host, visit, { userIds, application: application.name });
    },
    async act({ principal, base, params, form }) {
      const applicationId = params['applicationId'] ?? '';
      await revokeSeats(host, { principal, applicationId, userIds: checkedIds(form, 'user') });
      return { redirect: `${base}/licenses/${encodeURIComponent(applicationId)}?done=taken-back` };
    },
  };
}
