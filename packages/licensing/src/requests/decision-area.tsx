import { fieldErrors, managesTenant, ofTenant, readForm, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { findApplication } from '../console/application-area.js';
import { approveRequest } from './approve-request.js';
import { DecisionContent } from './decision-content.js';
import { declineRequest } from './decline-request.js';
import { getRequest } from './get-request.js';
import { requestNotFound } from './request-errors.js';
import { DecisionBody } from './request-schemas.js';
import { personOf } from './requests-area.js';
import { requestsTexts } from './texts.js';

const areaTexts = textsOf(requestsTexts, ({ decision, refusals }) => ({
  name: decision.name,
  title: decision.name,
  refusals,
}));

/** One request, with the form that approves or declines it. */
export function decisionArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/requests/:requestId',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, errors = {}) {
      const { principal, tenant, params, language } = visit;
      const application = await findApplication(host, visit);
      const requestId = params['requestId'] ?? '';
      const request = await getRequest(host, { tenantId: tenant.id, principal, requestId });
      if (request.applicationId !== application.id) throw requestNotFound();
      const person = await personOf(host, visit, requestId);
      return {
        heading: requestsTexts[language].decision.title(person),
        content: <DecisionContent {...{ visit, application, request, errors }} />,
      };
    },
    errorsOf(refusal, language) {
      const { noteTooLong, chooseType } = requestsTexts[language].decision;
      return fieldErrors(refusal, { fields: { licenseTypeId: chooseType, note: noteTooLong } });
    },
    async confirm(visit) {
      if (visit.form['decision'] !== 'decline') return undefined;
      const { confirm } = requestsTexts[visit.language];
      const name = await personOf(host, visit, visit.params['requestId'] ?? '');
      return { title: confirm.decline(name), button: confirm.declineButton };
    },
    async act({ principal, tenant, base, params, form }) {
      const { applicationId = '', requestId = '' } = params;
      const { licenseTypeId, note } = form;
      const body = readForm(DecisionBody, { note, ...(licenseTypeId ? { licenseTypeId } : {}) });
      const input = { tenantId: tenant.id, principal, requestId, ...body };
      const isDeclined = form['decision'] === 'decline';
      const { status } = isDeclined ? await declineRequest(host, input) : await approveRequest(host, input);
      return { redirect: `${base}/licenses/${encodeURIComponent(applicationId)}/requests?done=${status}` };
    },
  };
}
