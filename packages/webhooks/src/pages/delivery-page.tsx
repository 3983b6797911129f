import type { AreaIn, UserVisit } from '@org/identity-core';
import { Button, Form, Moment, textsOf, useTexts } from '@org/identity-ui';
import { type FoundDelivery, findDelivery } from '../deliveries/find-delivery.js';
import { redeliver } from '../deliveries/redeliver.js';
import type { CallOf, PageServices } from './page-scope.js';
import { pagesTexts } from './texts.js';
import { DeliveryState } from './webhook-content.js';

const areaTexts = textsOf(pagesTexts, ({ delivery, notices, refusals }) => ({
  name: delivery.name,
  title: delivery.name,
  notices,
  refusals,
}));

/** One delivery: what is sent, what was answered, and sending it again. */
export function deliveryPage<Visit extends UserVisit>(services: PageServices, callOf: CallOf<Visit>): AreaIn<Visit> {
  const about = (visit: Visit) => ({
    ...callOf(visit),
    webhookId: visit.params['webhookId'] ?? '',
    deliveryId: visit.params['deliveryId'] ?? '',
  });
  return {
    path: 'webhooks/:webhookId/deliveries/:deliveryId',
    parent: 'webhooks',
    texts: areaTexts,
    async draw(visit) {
      const found = await findDelivery(services.db, about(visit));
      return { heading: found.type, content: <DeliveryContent visit={visit} delivery={found} /> };
    },
    async act(visit) {
      await redeliver(services, about(visit));
      return { done: 'redelivered' };
    },
  };
}

function DeliveryContent({ visit, delivery }: { visit: UserVisit; delivery: FoundDelivery }) {
  const { delivery: texts } = useTexts(pagesTexts);
  const webhook = `${visit.base}/webhooks/${delivery.webhookId}`;
  return (
    <>
      <p>
        <a href={webhook}>{texts.back}</a>
      </p>
      <dl class="facts">
        <dt>{texts.state}</dt>
        <dd>
          <DeliveryState status={delivery.status} />
        </dd>
        <dt>{texts.attempts}</dt>
        <dd>{delivery.attempts}</dd>
        {delivery.nextAttemptAt && (
          <>
            <dt>{texts.next}</dt>
            <dd>
              <Moment at={delivery.nextAttemptAt} />
            </dd>
          </>
        )}
        {delivery.lastError !== null && (
          <>
            <dt>{texts.error}</dt>
            <dd>{delivery.lastError}</dd>
          </>
        )}
        <dt>{texts.eventId}</dt>
        <dd>
          <bdi>{delivery.eventId}</bdi>
        </dd>
        <dt>{texts.created}</dt>
        <dd>
          <Moment at={delivery.createdAt} />
        </dd>
      </dl>
      {delivery.event && (
        <Form action={`${webhook}/deliveries/${delivery.id}`} hidden={{ ...visit.hidden }}>
          <div class="bar">
            <Button kind="secondary">{texts.redeliver}</Button>
          </div>
        </Form>
      )}
      <Response delivery={delivery} />
      <section>
        <h2>{texts.sent}</h2>
        {delivery.event ? <pre class="raw">{JSON.stringify(delivery.event, null, 2)}</pre> : <p>{texts.gone}</p>}
      </section>
    </>
  );
}

function Response({ delivery }: { delivery: FoundDelivery }) {
  const { delivery: texts } = useTexts(pagesTexts);
  const { responseStatus, responseBody } = delivery;
  return (
    <section>
      <h2>{texts.response}</h2>
      {responseStatus === null ? (
        <p>{texts.noResponse}</p>
      ) : (
        <p>
          {texts.status} {responseStatus}
        </p>
      )}
      {responseStatus !== null && !responseBody && <p class="soft">{texts.emptyBody}</p>}
      {responseBody && (
        <>
          <pre class="raw">{responseBody}</pre>
          <p class="soft">{texts.cut}</p>
        </>
      )}
    </section>
  );
}
