import type { TenantVisit } from '@org/identity-core';
import { Badge, Button, type Column, Form, ListPage, Moment, Name, NameCell, Table, useTexts } from '@org/identity-ui';
import type { TenantApplicationEntry } from './tenant-application.js';
import { connectedApplicationsTexts } from './texts.js';

/** What a manager can do about an application. */
export const decisionActions = ['allow', 'block', 'undecide', 'mark', 'unmark'] as const;
type DecisionAction = (typeof decisionActions)[number];

interface ContentProps {
  visit: TenantVisit;
  applications: readonly TenantApplicationEntry[];
  pagination: { page: number; pages: number };
  /** The names of the members who have asked. */
  names: ReadonlyMap<string, string>;
}

/** The list of a tenant's third-party clients, with the buttons to decide about each. */
export function TenantApplicationsContent({ visit, applications, pagination, names }: ContentProps) {
  const { tenant: texts } = useTexts(connectedApplicationsTexts);
  const path = `${visit.base}/applications`;
  const columns: Column<TenantApplicationEntry>[] = [
    { label: texts.application, cell: ({ name, clientId }) => <NameCell text={name} note={clientId} /> },
    {
      label: texts.status,
      cell: (entry) => (
        <>
          <Status {...entry} /> {entry.agent && <Badge>{texts.agent}</Badge>}
        </>
      ),
    },
    { label: texts.members, numeric: true, cell: ({ members }) => members },
    { label: texts.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never) },
    {
      label: texts.requestedBy,
      cell: ({ requestedBy }) => (requestedBy ? <Name text={names.get(requestedBy) ?? texts.former} /> : texts.nobody),
    },
    { label: texts.actions, hiddenLabel: true, cell: (entry) => <Decisions {...{ visit, entry, path }} /> },
  ];
  return (
    <>
      <p>{texts.lead}</p>
      <ListPage path={path} isEmpty={applications.length === 0} empty={texts.empty} paging={pagination}>
        <Table caption={texts.title} rows={applications} keyOf={({ clientId }) => clientId} columns={columns} />
      </ListPage>
    </>
  );
}

function Status({ status, allowed, blockedByPlatform }: TenantApplicationEntry) {
  const { statuses } = useTexts(connectedApplicationsTexts).tenant;
  if (blockedByPlatform) return <Badge tone="bad">{statuses.everywhere}</Badge>;
  if (status === 'BLOCKED') return <Badge tone="bad">{statuses.BLOCKED}</Badge>;
  if (status !== null) return <Badge tone={status === 'ALLOWED' ? 'good' : 'plain'}>{statuses[status]}</Badge>;
  return <Badge>{allowed ? statuses.byDefault : statuses.notByDefault}</Badge>;
}

interface DecisionsProps {
  visit: TenantVisit;
  entry: TenantApplicationEntry;
  path: string;
}

function Decisions({ visit, entry, path }: DecisionsProps) {
  const { tenant: texts } = useTexts(connectedApplicationsTexts);
  const { clientId, name, status, allowed, agent, markedHere } = entry;
  const button = (action: DecisionAction, label: string) => (
    <Form action={path} hidden={{ ...visit.hidden, clientId, action }}>
      <Button kind={action === 'allow' && status === 'REQUESTED' ? 'primary' : 'secondary'}>
        {label}
        <span class="hidden"> {name}</span>
      </Button>
    </Form>
  );
  return (
    <div class="bar">
      {status !== 'ALLOWED' && button('allow', texts.allow)}
      {status !== 'BLOCKED' && button('block', texts.block)}
      {allowed && !agent && button('mark', texts.mark)}
      {allowed && markedHere && button('unmark', texts.unmark)}
      {status !== null && button('undecide', status === 'REQUESTED' ? texts.dismiss : texts.undecide)}
    </div>
  );
}
