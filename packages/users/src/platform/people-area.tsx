import { actorOf, type PlatformArea } from '@org/identity-core';
import { type IdentityPluginHost, UserStatus } from '@org/identity-prisma';
import { Badge, ListPage, Moment, NameCell, pageNumberOf, searchOf, Table, textsOf, useTexts } from '@org/identity-ui';
import { type ListedUser, searchUsers } from '../administration/list-users.js';
import { platformTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(platformTexts, ({ people, notices }) => ({
  name: people.name,
  title: people.title,
  notices,
}));

/** All users of the platform: search, and a filter by status. */
export function peopleArea(host: Pick<IdentityPluginHost, 'db' | 'events' | 'vault'>): PlatformArea {
  return {
    place: 'platform',
    path: 'people',
    order: 20,
    group: 'people',
    texts: areaTexts,
    async draw({ principal, base, query, language }) {
      const { people, statuses } = platformTexts[language];
      const path = `${base}/people`;
      const search = searchOf(query);
      const status = Object.values(UserStatus).find((value) => value === query['status']);
      const lacksSecondFactor = query['secondFactor'] === 'missing';
      const page = pageNumberOf(query);
      const asked = { page, limit: rowsPerPage, search, status, lacksSecondFactor, actor: actorOf(principal) };
      const { users, pagination } = await searchUsers(host, asked);
      const choices = Object.values(UserStatus).map((value) => ({ value, label: statuses[value] }));
      const filters = {
        search: { label: people.search, value: search },
        selects: [
          {
            name: 'status',
            label: people.status,
            value: status,
            choices: [{ value: '', label: people.all }, ...choices],
          },
          {
            name: 'secondFactor',
            label: people.secondFactor,
            value: lacksSecondFactor ? 'missing' : undefined,
            choices: [
              { value: '', label: people.all },
              { value: 'missing', label: people.missing },
            ],
          },
        ],
      };
      return (
        <>
          <p class="bar">
            <a class="button button-primary" href={`${path}/new`}>
              {people.create}
            </a>
          </p>
          <ListPage
            {...{ path, filters }}
            isEmpty={users.length === 0}
            empty={lacksSecondFactor ? people.noneLacks : people.empty}
            paging={pagination}
          >
            <PeopleTable path={path} users={users} />
          </ListPage>
        </>
      );
    },
  };
}

function PeopleTable({ path, users }: { path: string; users: readonly ListedUser[] }) {
  const { people } = useTexts(platformTexts);
  return (
    <Table
      caption={people.title}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          label: people.person,
          cell: ({ id, displayName, email }) => (
            <NameCell
              text={displayName ?? email}
              href={`${path}/${id}`}
              note={displayName === null ? undefined : email}
            />
          ),
        },
        { label: people.status, cell: (user) => <PersonStatus user={user} /> },
        { label: people.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

/** The status of an account, and whether it is one of a super admin. */
export function PersonStatus({ user: { status, superAdmin } }: { user: Pick<ListedUser, 'status' | 'superAdmin'> }) {
  const { people, statuses } = useTexts(platformTexts);
  return (
    <>
      <Badge tone={status === 'ACTIVE' ? 'good' : 'bad'}>{statuses[status]}</Badge>
      {superAdmin && (
        <>
          {' '}
          <Badge>{people.superAdmin}</Badge>
        </>
      )}
    </>
  );
}
