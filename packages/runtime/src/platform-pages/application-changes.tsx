import { type FieldErrors, firstOf, type Use, type UserVisit } from '@org/identity-core';
import { Button, DeletionSection, Field, Form, Select, useTexts } from '@org/identity-ui';
import { AgentSeats } from '../applications/agent-seats.js';
import { platformPagesTexts } from './texts.js';

interface ChangesProps {
  visit: UserVisit;
  application: { readonly id: string; readonly name: string; readonly agentSeats: AgentSeats };
  uses: readonly Use[];
  errors: FieldErrors | undefined;
}

/** The forms that rename and delete an application. One that is in use cannot be deleted: the page says what uses it. */
export function ApplicationChanges({ visit, application, uses, errors }: ChangesProps) {
  const { applications: texts, applicationUses } = useTexts(platformPagesTexts);
  const action = `${visit.base}/applications/${application.id}`;
  const isRefused = visit.form['action'] === 'rename' && errors !== undefined;
  return (
    <>
      <section>
        <h2>{texts.renameTitle}</h2>
        <Form action={action} hidden={{ ...visit.hidden, action: 'rename' }}>
          <Field
            name="name"
            label={texts.nameLabel}
            value={isRefused ? visit.form['name'] : application.name}
            error={errors?.['name']}
            autofocus={firstOf(errors) === 'name'}
            required
          />
          <Button>{texts.rename}</Button>
        </Form>
      </section>
      <section>
        <h2>{texts.agentsTitle}</h2>
        <Form action={action} hidden={{ ...visit.hidden, action: 'agents' }}>
          <Select
            name="agentSeats"
            label={texts.agentsLabel}
            hint={texts.agentsHint}
            value={application.agentSeats}
            groups={[{ choices: AgentSeats.options.map((value) => ({ value, label: texts.agentsChoices[value] })) }]}
          />
          <Button>{texts.saveAgents}</Button>
        </Form>
      </section>
      <DeletionSection {...{ texts, action, uses }} hidden={visit.hidden} kinds={applicationUses} />
    </>
  );
}
