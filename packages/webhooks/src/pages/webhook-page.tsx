import { type AreaIn, readForm, type UserVisit } from '@org/identity-core';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { listDeliveries } from '../deliveries/list-deliveries.js';
import { replayEvents } from '../deliveries/replay-events.js';
import { sendTestEvent } from '../deliveries/send-test-event.js';
import { ReplayBody, UpdateWebhookBody } from '../schemas.js';
import { deleteWebhook } from '../webhooks/delete-webhook.js';
import { getWebhook } from '../webhooks/get-webhooks.js';
import { rotateSecret } from '../webhooks/rotate-secret.js';
import { updateWebhook } from '../webhooks/update-webhook.js';
import { changedEventsIn } from './chosen-events.js';
import type { CallOf, PageServices } from './page-scope.js';
import { pagesTexts } from './texts.js';
import { type Grace, graces, WebhookContent } from './webhook-content.js';
import { errorsOfForm, fieldsIn } from './webhook-form.js';
import { WebhookSecret } from './webhook-parts.js';

const areaTexts = textsOf(pagesTexts, ({ webhook, notices, refusals }) => ({
  name: webhook.name,
  title: webhook.name,
  notices,
  refusals,
}));

// Few, because the form below has a checkbox for each type of event.
const rowsPerPage = 10;
const Action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('delete') }),
  z.object({ action: z.enum(['change', 'pause', 'resume', 'test']) }),
  z.object({ action: z.literal('rotate'), grace: z.enum(Object.keys(graces) as [Grace, ...Grace[]]) }),
  z.object({ action: z.literal('replay'), since: z.string() }),
]);
const readAction = (form: unknown) => readForm(Action, form);
const Status = z.enum(['PENDING', 'DELIVERED', 'FAILED']);

/** One webhook: its settings, its deliveries, and what can be done with it. */
export function webhookPage<Visit extends UserVisit>(services: PageServices, callOf: CallOf<Visit>): AreaIn<Visit> {
  const about = (visit: Visit) => ({ ...callOf(visit), webhookId: visit.params['webhookId'] ?? '' });
  return {
    path: 'webhooks/:webhookId',
    parent: 'webhooks',
    texts: areaTexts,
    errorsOf: errorsOfForm,
    needsFreshSignIn(visit) {
      const { action = '' } = visit.form;
      return ['change', 'rotate'].includes(action) || (action === 'delete' && callOf(visit).tenantId === null);
    },
    async draw(visit, errors) {
      const webhook = await getWebhook(services.db, about(visit));
      const status = Status.safeParse(visit.query['status']).data;
      const page = pageNumberOf(visit.query);
      const listed = await listDeliveries(services.db, { ...about(visit), status, page, limit: rowsPerPage });
      const { deliveries, pagination } = listed;
      const content = (
        <WebhookContent {...{ visit, webhook, errors, deliveries, status, page, pages: pagination.pages }} />
      );
      return { heading: webhook.url, content };
    },
    async confirm(visit) {
      const asked = readAction(visit.form);
      if (asked.action !== 'delete' && asked.action !== 'rotate') return undefined;
      const { url } = await getWebhook(services.db, about(visit));
      const { confirm: texts } = pagesTexts[visit.language];
      if (asked.action === 'delete')
        return { title: texts.deleteTitle(url), button: texts.delete, facts: [texts.deleteFact] };
      const facts = [texts.rotateFacts[asked.grace], texts.rotateShown];
      return { title: texts.rotateTitle(url), button: texts.rotate, facts };
    },
    async act(visit) {
      const { form, base, language } = visit;
      const asked = readAction(form);
      const call = about(visit);
      switch (asked.action) {
        case 'delete':
          await deleteWebhook(services, call);
          return { redirect: `${base}/webhooks?done=deleted` };
        case 'rotate': {
          const { secret } = await rotateSecret(services, { ...call, graceSeconds: graces[asked.grace] });
          const next = `${base}/webhooks/${call.webhookId}`;
          return { show: <WebhookSecret lead={pagesTexts[language].secret.rotated} secret={secret} next={next} /> };
        }
        case 'test':
          await sendTestEvent(services, call);
          return { done: 'tested' };
        case 'replay':
          await replayEvents(services, { ...call, ...readForm(ReplayBody, { since: timeIn(asked.since) }) });
          return { done: 'replayed' };
        case 'change': {
          const stored = await getWebhook(services.db, call);
          await updateWebhook(services, { ...call, ...changesIn(form, stored.events) });
          return { done: 'changed' };
        }
        default: {
          const status = asked.action === 'pause' ? 'PAUSED' : 'ACTIVE';
          await updateWebhook(services, { ...call, status });
          return { done: asked.action === 'pause' ? 'paused' : 'resumed' };
        }
      }
    },
  };
}

/** The changes of the form, by the rules of the API. Patterns that match no event any more are neither refused nor lost. */
function changesIn(form: UserVisit['form'], stored: readonly string[]) {
  const { events, stale } = changedEventsIn(form, stored);
  const known = events.filter((pattern) => !stale.includes(pattern));
  const isChecked = known.length > 0 || stale.length === 0;
  const { events: _events, ...fields } = fieldsIn(form);
  return { ...readForm(UpdateWebhookBody, { ...fields, ...(isChecked ? { events: known } : {}) }), events };
}

/** A time that somebody entered, in UTC: `2026-11-16 14:30`, or only the day. Other texts stay as they are and are refused. */
function timeIn(text: string): string {
  const [, day, time = '00:00'] = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?\s*$/u.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}:00Z`;
}
