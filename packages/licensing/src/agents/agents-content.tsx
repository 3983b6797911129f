import type { TenantVisit } from '@org/identity-core';
import { Button, Empty, Form, Moment, Name, NameCell, Select, Table, useTexts } from '@org/identity-ui';
import { consoleTexts } from '../console/texts.js';
import { LastUse } from '../seat-use/last-use.js';
import { seatUseTexts } from '../seat-use/texts.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { Agent } from './find-agent.js';
import type { AgentSeatEntry } from './list-agent-seats.js';
import { agentsTexts } from './texts.js';

interface AgentsProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  agentSeats: readonly AgentSeatEntry[];
  /** The agents that have no seat of the application. */
  others: readonly Agent[];
  /** Whether the application asks agents for a seat of their own. */
  needsSeat: boolean;
}

/** The seats of agents, with a form that gives one to another agent. */
export function AgentsContent({ visit, application, agentSeats, others, needsSeat }: AgentsProps) {
  const { agents: texts } = useTexts(agentsTexts);
  const path = `${visit.base}/licenses/${application.id}/agents`;
  return (
    <>
      <p>{needsSeat ? texts.lead : texts.optional}</p>
      {agentSeats.length === 0 ? <Empty>{texts.empty}</Empty> : <SeatsTable {...{ visit, path, agentSeats }} />}
      {others.length > 0 && <GrantForm {...{ visit, path, application, others }} />}
    </>
  );
}

function SeatsTable({ visit, path, agentSeats }: Pick<AgentsProps, 'visit' | 'agentSeats'> & { path: string }) {
  const { agents: texts } = useTexts(agentsTexts);
  const { use } = useTexts(seatUseTexts);
  return (
    <Table
      caption={texts.caption}
      rows={agentSeats}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.agent, cell: ({ name, clientId }) => <NameCell text={name ?? texts.deleted} note={clientId} /> },
        { label: texts.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName ?? ''} /> },
        { label: texts.since, cell: ({ assignedAt }) => <Moment at={assignedAt} /> },
        { label: use.lastUse, cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
        {
          label: texts.actions,
          hiddenLabel: true,
          cell: ({ id, name }) => (
            <Form action={path} hidden={{ ...visit.hidden, takeBack: id }}>
              <Button kind="secondary">
                {texts.takeBack}
                <span class="hidden">{texts.of(name ?? texts.deleted)}</span>
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}

function GrantForm({
  visit,
  path,
  application,
  others,
}: Pick<AgentsProps, 'visit' | 'application' | 'others'> & { path: string }) {
  const { agents: texts } = useTexts(agentsTexts);
  const { grant } = useTexts(consoleTexts);
  const free = application.licenseTypes.filter((type) => type.free > 0);
  if (free.length === 0) return <p>{texts.noneFree}</p>;
  const agents = others.map(({ clientId, name }) => ({ value: clientId, label: name }));
  const types = free.map((type) => ({ value: type.id, label: grant.choice(type.name, type.free) }));
  return (
    <Form action={path} hidden={{ ...visit.hidden }}>
      <div class="bar">
        <Select name="agent" label={texts.choose} value={visit.form['agent'] ?? ''} groups={[{ choices: agents }]} />
        <Select
          name="licenseType"
          label={texts.licenseType}
          value={visit.form['licenseType'] ?? ''}
          groups={[{ choices: types }]}
        />
        <Button kind="secondary">{texts.grant}</Button>
      </div>
    </Form>
  );
}
