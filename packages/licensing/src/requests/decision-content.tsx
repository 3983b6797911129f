import { type FieldErrors, firstOf, type TenantVisit } from '@org/identity-core';
import { Actions, Badge, Button, Form, Moment, Name, Select, TextArea, useTexts } from '@org/identity-ui';
import { ApplicationTabs } from '../console/application-tabs.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { RequestEntry } from './find-requests.js';
import { requestsTexts } from './texts.js';

interface DecisionContentProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  request: RequestEntry;
  errors: FieldErrors;
}

/** What a user asks for, and the form of the decision while there is none. */
export function DecisionContent(props: DecisionContentProps) {
  const { visit, application, request } = props;
  const { requests, decision } = useTexts(requestsTexts);
  const wanted = application.licenseTypes.find(({ id }) => id === request.licenseTypeId);
  return (
    <>
      <ApplicationTabs base={visit.base} applicationId={application.id} current="requests" />
      <dl class="facts">
        <dt>{decision.email}</dt>
        <dd>
          <bdi>{request.email}</bdi>
        </dd>
        <dt>{decision.wants}</dt>
        <dd>
          <Name text={wanted?.name ?? requests.anyType} />
        </dd>
        {request.note !== null && (
          <>
            <dt>{requests.note}</dt>
            <dd>
              <bdi>{request.note}</bdi>
            </dd>
          </>
        )}
        <dt>{requests.since}</dt>
        <dd>
          <Moment at={request.createdAt} />
        </dd>
        <dt>{decision.state}</dt>
        <dd>
          <Badge tone={request.status === 'GRANTED' ? 'good' : 'plain'}>
            {request.position === null ? decision.states[request.status] : decision.place(request.position)}
          </Badge>
        </dd>
      </dl>
      {request.status === 'PENDING' && <DecisionForm {...props} />}
    </>
  );
}

function DecisionForm({ visit, application, request, errors }: DecisionContentProps) {
  const { decision } = useTexts(requestsTexts);
  const { base, hidden, form } = visit;
  const path = `${base}/licenses/${application.id}/requests/${request.id}`;
  const choices = application.licenseTypes.map(({ id, name, free, bought }) => ({
    value: id,
    label: bought === 0 ? decision.notActive(name) : decision.choice(name, free),
  }));
  const free = application.licenseTypes.find((type) => type.free > 0) ?? application.licenseTypes[0];
  return (
    <section>
      <h2>{decision.form}</h2>
      <Form action={path} hidden={{ ...hidden }}>
        <Select
          name="licenseTypeId"
          label={decision.licenseType}
          value={form['licenseTypeId'] ?? request.licenseTypeId ?? free?.id ?? ''}
          groups={[{ choices }]}
          hint={decision.full}
          error={errors['licenseTypeId']}
          autofocus={firstOf(errors) === 'licenseTypeId'}
        />
        <TextArea
          name="note"
          label={decision.note}
          value={form['note']}
          rows={3}
          hint={decision.noteHint}
          error={errors['note']}
          autofocus={firstOf(errors) === 'note'}
        />
        <Actions>
          <Button name="decision" value="approve">
            {decision.approve}
          </Button>
          <Button kind="danger" name="decision" value="decline">
            {decision.decline}
          </Button>
        </Actions>
      </Form>
    </section>
  );
}
