import { managesTenant, ownsTenant, type TenantVisit } from '@org/identity-core';
import {
  Badge,
  Button,
  type FilterFields,
  Form,
  formatLocales,
  hrefOf,
  ListPage,
  Moment,
  Name,
  Notice,
  queryOf,
  RowCheckbox,
  Select,
  Table,
  useTexts,
} from '@org/identity-ui';
import { nameOf } from './member-action.js';
import type { MembersFilter, MembersPage } from './members-query.js';
import { memberPagesTexts } from './texts.js';

type Member = MembersPage['members'][number];

interface MembersContentProps {
  visit: TenantVisit;
  filter: MembersFilter;
  page: MembersPage;
  /** Why a change of several members was refused. */
  problem: string | undefined;
}

/** The list of members, with its search and filters. Those who manage members can select some and change them. */
export function MembersContent({ visit, filter, page, problem }: MembersContentProps) {
  const { base, hidden, query } = visit;
  const { list } = useTexts(memberPagesTexts);
  const path = `${base}/members`;
  const manages = managesTenant(visit);
  const filters = useMembersFilters(filter, manages);
  const table = <MembersTable visit={visit} members={page.members} />;
  return (
    <>
      {problem && (
        <Notice kind="error" id="refused" focused>
          {problem}
        </Notice>
      )}
      <div class="bar">
        {manages && (
          <a class="button button-primary" href={`${base}/invitations`}>
            {list.invite}
          </a>
        )}
        <a class="button button-secondary" href={hrefOf(path, { ...queryOf(filters), download: 'members' })}>
          {list.download}
        </a>
      </div>
      <ListPage
        {...{ path, filters }}
        summary={!!page.total && <Total count={page.total} language={visit.language} />}
        isEmpty={page.members.length === 0}
        empty={filter.search ? list.noMatch : list.empty}
        paging={{ after: query['after'], next: page.next }}
      >
        {manages ? (
          <Form action={path} hidden={{ ...hidden }}>
            {table}
            {page.members.some((member) => canSelect(visit, member)) && <BulkActions owners={ownsTenant(visit)} />}
          </Form>
        ) : (
          table
        )}
      </ListPage>
    </>
  );
}

function Total({ count, language }: { count: number; language: TenantVisit['language'] }) {
  const { list } = useTexts(memberPagesTexts);
  return <p class="total">{list.total(new Intl.NumberFormat(formatLocales[language]).format(count), count === 1)}</p>;
}

function useMembersFilters(filter: MembersFilter, invitations: boolean): FilterFields {
  const { list, statuses } = useTexts(memberPagesTexts);
  const { roles } = useTexts(memberPagesTexts);
  const choices = (all: string, names: Readonly<Record<string, string>>) => [
    { value: '', label: all },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  const { INVITED, ...joined } = statuses;
  return {
    search: { label: list.search, value: filter.search },
    selects: [
      { name: 'role', label: list.role, value: filter.role, choices: choices(list.anyRole, roles) },
      {
        name: 'status',
        label: list.status,
        value: filter.status,
        choices: choices(list.anyStatus, invitations ? { ...joined, INVITED } : joined),
      },
    ],
  };
}

/** Everyone whom the visitor may change, apart from the visitor: their own page has a form for that. */
function canSelect(visit: TenantVisit, { status, role, userId }: Member): boolean {
  if (!managesTenant(visit) || status === 'INVITED' || userId === visit.principal.userId) return false;
  return role !== 'owner' || ownsTenant(visit);
}

function MembersTable({ visit, members }: { visit: TenantVisit; members: readonly Member[] }) {
  const { list } = useTexts(memberPagesTexts);
  const { roles } = useTexts(memberPagesTexts);
  const select = {
    label: list.select,
    hiddenLabel: true,
    cell: (member: Member) =>
      canSelect(visit, member) && <RowCheckbox name={`member.${member.id}`} label={list.selectOne(nameOf(member))} />,
  };
  return (
    <Table
      caption={list.caption}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        ...(managesTenant(visit) ? [select] : []),
        { label: list.name, cell: (member) => <Who {...{ visit, member }} /> },
        { label: list.role, cell: ({ role }) => roles[role] },
        { label: list.status, cell: ({ status }) => <Status status={status} /> },
        { label: list.since, cell: ({ status, joinedAt }) => status !== 'INVITED' && <Moment at={joinedAt} /> },
      ]}
    />
  );
}

function Who({ visit, member }: { visit: TenantVisit; member: Member }) {
  const { base, principal } = visit;
  const { list } = useTexts(memberPagesTexts);
  const { id, status, userId, user } = member;
  return (
    <>
      <a href={status === 'INVITED' ? `${base}/invitations` : `${base}/members/${id}`}>
        <Name text={nameOf(member)} />
      </a>
      {userId === principal.userId && ` (${list.you})`}
      {user.displayName !== null && <bdi class="soft">{user.email}</bdi>}
    </>
  );
}

/** The status of a member as a badge. */
export function Status({ status }: { status: Member['status'] }) {
  const { statuses } = useTexts(memberPagesTexts);
  const tone = { ACTIVE: 'good', SUSPENDED: 'bad', INVITED: 'plain' } as const;
  return <Badge tone={tone[status]}>{statuses[status]}</Badge>;
}

function BulkActions({ owners }: { owners: boolean }) {
  const { bulk } = useTexts(memberPagesTexts);
  return (
    <fieldset class="bulk">
      <legend>{bulk.title}</legend>
      <div class="bar">
        <RoleSelect label={bulk.newRole} value="member" owners={owners} />
        <Button kind="secondary" name="action" value="role">
          {bulk.changeRole}
        </Button>
        <Button kind="secondary" name="action" value="suspend">
          {bulk.suspend}
        </Button>
        <Button kind="secondary" name="action" value="reactivate">
          {bulk.reactivate}
        </Button>
        <Button kind="danger" name="action" value="remove">
          {bulk.remove}
        </Button>
      </div>
    </fieldset>
  );
}

/** The roles that the visitor may give. */
export function RoleSelect({ label, value, owners }: { label: string; value: string; owners: boolean }) {
  const { roles } = useTexts(memberPagesTexts);
  const given = owners ? (['member', 'admin', 'owner'] as const) : (['member', 'admin'] as const);
  const choices = given.map((role) => ({ value: role, label: roles[role] }));
  return <Select name="role" label={label} value={value} groups={[{ choices }]} />;
}
