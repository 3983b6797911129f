import { type FieldErrors, firstOf, type TenantVisit } from '@org/identity-core';
import {
  Button,
  DeletionSection,
  Field,
  Form,
  ListPage,
  Moment,
  NameCell,
  Notice,
  RowCheckbox,
  Table,
  useTexts,
} from '@org/identity-ui';
import type { listGroupMembers } from '../groups/group-members.js';
import type { getGroup } from '../groups/list-groups.js';
import { groupPagesTexts } from './texts.js';

type MemberPage = Awaited<ReturnType<typeof listGroupMembers>>;

interface GroupContentProps extends MemberPage {
  visit: TenantVisit;
  group: Awaited<ReturnType<typeof getGroup>>;
  errors: FieldErrors | undefined;
}

/** Who is in a group and, unless a directory keeps it, the forms that change it. */
export function GroupContent({ visit, group, members, pagination, errors }: GroupContentProps) {
  const { group: texts } = useTexts(groupPagesTexts);
  const path = `${visit.base}/groups/${group.id}`;
  const isOwn = group.source === 'MANUAL';
  return (
    <>
      {isOwn ? group.description && <p>{group.description}</p> : <Notice kind="info">{texts.directory}</Notice>}
      {isOwn && (
        <p class="bar">
          <a class="button button-primary" href={`${path}/add`}>
            {texts.addPeople}
          </a>
        </p>
      )}
      <ListPage path={path} isEmpty={members.length === 0} empty={texts.empty} paging={pagination}>
        <Form action={path} hidden={{ ...visit.hidden, action: 'remove' }}>
          <People {...{ members, isOwn }} />
          {isOwn && (
            <div class="bar">
              <Button kind="secondary">{texts.remove}</Button>
            </div>
          )}
        </Form>
      </ListPage>
      {isOwn && <Settings {...{ visit, path, group, errors }} />}
      {isOwn && <DeletionSection texts={texts} action={path} hidden={visit.hidden} />}
    </>
  );
}

function People({ members, isOwn }: { members: MemberPage['members']; isOwn: boolean }) {
  const { group: texts } = useTexts(groupPagesTexts);
  const select = {
    label: texts.select,
    hiddenLabel: true,
    cell: ({ userId, displayName, email }: (typeof members)[number]) => (
      <RowCheckbox name={`user.${userId}`} label={texts.selectOne(displayName ?? email)} />
    ),
  };
  return (
    <Table
      caption={texts.members}
      rows={members}
      keyOf={({ userId }) => userId}
      columns={[
        ...(isOwn ? [select] : []),
        {
          label: texts.person,
          cell: ({ displayName, email }) => (
            <NameCell text={displayName ?? email} note={displayName === null ? undefined : email} />
          ),
        },
        { label: texts.since, cell: ({ addedAt }) => <Moment at={addedAt} /> },
      ]}
    />
  );
}

function Settings({
  visit,
  path,
  group,
  errors,
}: Pick<GroupContentProps, 'visit' | 'group' | 'errors'> & { path: string }) {
  const { group: texts, groups } = useTexts(groupPagesTexts);
  const { form } = visit;
  return (
    <section>
      <h2>{texts.settings}</h2>
      <Form action={path} hidden={{ ...visit.hidden, action: 'save' }}>
        <Field
          name="name"
          label={groups.nameLabel}
          value={form['name'] ?? group.name}
          error={errors?.['name']}
          autofocus={firstOf(errors) === 'name'}
          required
        />
        <Field
          name="description"
          label={groups.description}
          value={form['description'] ?? group.description ?? ''}
          error={errors?.['description']}
          autofocus={firstOf(errors) === 'description'}
        />
        <Button kind="secondary">{texts.save}</Button>
      </Form>
    </section>
  );
}
