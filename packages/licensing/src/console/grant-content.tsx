import type { FieldErrors, TenantVisit } from '@org/identity-core';
import { Button, Form, ListPage, Name, Notice, RowCheckbox, Select, Table, useTexts } from '@org/identity-ui';
import type { FoundMember } from '../seats/find-active-members.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import { Person } from './seat-parts.js';
import { SeatProblems } from './seat-problems.js';
import { consoleTexts } from './texts.js';

interface GrantContentProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  /** Members without a seat; undefined after a refusal, when the page shows those who were chosen. */
  page: { readonly members: readonly FoundMember[]; readonly next: string | undefined } | undefined;
  /** Why the grant was refused, by the id of the user. */
  problems: FieldErrors;
  /** The names of the users who were chosen. */
  names: ReadonlyMap<string, string>;
}

/** Members to choose from, and the license types with free seats. */
export function GrantContent(props: GrantContentProps) {
  const { visit, application, page, problems, names } = props;
  const { grant, refused } = useTexts(consoleTexts);
  const path = `${visit.base}/licenses/${application.id}/grant`;
  const types = application.licenseTypes.filter(({ free }) => free > 0);
  return (
    <>
      {!page && <SeatProblems lead={refused.granted} {...{ problems, names }} />}
      {types.length === 0 ? (
        <Notice kind="info">{application.bought === 0 ? grant.notActive : grant.none}</Notice>
      ) : (
        <p>{grant.lead}</p>
      )}
      {page ? (
        <Choice {...{ visit, path, page, types }} />
      ) : (
        <>
          {types.length > 0 && names.size > 0 && <Again {...{ visit, path, problems, names, types }} />}
          <p>
            <a href={path}>{grant.all}</a>
          </p>
        </>
      )}
    </>
  );
}

type Types = ApplicationSeats['licenseTypes'];

interface ChoiceProps {
  visit: TenantVisit;
  path: string;
  page: NonNullable<GrantContentProps['page']>;
  types: Types;
}

function Choice({ visit, path, page, types }: ChoiceProps) {
  const { grant, holders } = useTexts(consoleTexts);
  const { search = '', after } = visit.query;
  const isSearch = search.trim() !== '';
  const none = isSearch ? grant.noMatch : grant.empty;
  const select = {
    label: holders.select,
    hiddenLabel: true,
    cell: ({ userId, displayName, email }: FoundMember) => (
      <RowCheckbox name={`user.${userId}`} label={holders.selectOne(displayName ?? email)} />
    ),
  };
  return (
    <ListPage
      path={path}
      filters={{ search: { label: grant.search, value: search } }}
      isEmpty={page.members.length === 0}
      empty={page.next === undefined ? none : grant.moreMatches}
      paging={{ after, next: page.next }}
    >
      <Form action={path} hidden={{ ...visit.hidden }}>
        <Table
          caption={grant.caption}
          rows={page.members}
          keyOf={({ userId }) => userId}
          columns={[
            ...(types.length > 0 ? [select] : []),
            { label: holders.person, cell: (person) => <Person base={visit.base} person={person} /> },
          ]}
        />
        <Submit visit={visit} types={types} />
      </Form>
    </ListPage>
  );
}

/** Those who were chosen before. Those who cannot get a seat are not checked any more. */
function Again(props: Pick<GrantContentProps, 'visit' | 'problems' | 'names'> & { path: string; types: Types }) {
  const { visit, path, problems, names, types } = props;
  const { grant, holders } = useTexts(consoleTexts);
  return (
    <Form action={path} hidden={{ ...visit.hidden }}>
      <Table
        caption={grant.chosen}
        rows={[...names]}
        keyOf={([id]) => id}
        columns={[
          {
            label: holders.select,
            hiddenLabel: true,
            cell: ([id, name]) => (
              <RowCheckbox name={`user.${id}`} label={holders.selectOne(name)} checked={!Object.hasOwn(problems, id)} />
            ),
          },
          { label: holders.person, cell: ([, name]) => <Name text={name} /> },
        ]}
      />
      <Submit visit={visit} types={types} />
    </Form>
  );
}

function Submit({ visit, types }: { visit: TenantVisit; types: Types }) {
  const { grant } = useTexts(consoleTexts);
  if (types.length === 0) return null;
  const choices = types.map(({ id, name, free }) => ({ value: id, label: grant.choice(name, free) }));
  return (
    <div class="bar">
      <Select
        name="licenseType"
        label={grant.licenseType}
        value={visit.form['licenseType'] ?? ''}
        groups={[{ choices }]}
      />
      <Button>{grant.submit}</Button>
    </div>
  );
}
