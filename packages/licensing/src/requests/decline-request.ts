import { actorOf, reply } from '@org/identity-core';
import { mailDecision } from '../mails/decision-mails.js';
import { losePlace } from '../seat-changes/waiting-places.js';
import { type DecisionInput, decideRequest } from './decide-request.js';
import { findRequests, type RequestEntry } from './find-requests.js';
import { requestNotFound } from './request-errors.js';
import type { RequestServices } from './request-license.js';

/** Declines a request. One that is WAITING leaves the waiting list. */
export async function declineRequest(services: RequestServices, input: DecisionInput): Promise<RequestEntry> {
  const { tenantId, principal, note } = input;
  const declined = await decideRequest(services, input, {
    from: ['PENDING', 'WAITING'],
    typesOf: ({ status, licenseTypeId }) => (status === 'WAITING' && licenseTypeId !== null ? [licenseTypeId] : []),
    async decide(tx, { id, userId, applicationId, status }) {
      await losePlace(tx, id);
      await services.events.publish(tx, {
        type: 'license_request.declined',
        tenantId,
        actor: actorOf(principal),
        subjectId: userId,
        data: { requestId: id, applicationId },
      });
      const [entry] = await findRequests(tx, { tenantId, ids: [id] });
      if (!entry) throw requestNotFound();
      await mailDecision(tx, services, { request: entry, principal, note, waited: status === 'WAITING' });
      return reply(entry);
    },
  });
  services.sendMail();
  return declined;
}
