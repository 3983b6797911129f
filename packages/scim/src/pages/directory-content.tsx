import type { FieldErrors, TenantVisit } from '@org/identity-core';
import { Badge, Button, Copyable, DeletionSection, Form, ListPage, Moment, Table, useTexts } from '@org/identity-ui';
import type { ConnectionChoice } from '../directories/list-connections.js';
import { DirectoryGuides } from '../directory-guides/directory-guides.js';
import type { PendingMember } from '../handover/list-pending.js';
import { ConfirmSection, PendingSection } from '../handover/pending-section.js';
import { RolesSection } from '../role-rules/roles-section.js';
import { DirectorySettings } from './directory-settings.js';
import { pagesTexts } from './texts.js';

interface ShownEntry {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly resource: string;
  readonly subject: string | null;
  readonly attributes: readonly string[];
  readonly ignored: readonly string[];
  readonly result: 'APPLIED' | 'UNCHANGED' | 'REFUSED';
  readonly outcomes: readonly string[];
  readonly detail: string | null;
}

interface ContentProps {
  visit: TenantVisit;
  directory: {
    readonly id: string;
    readonly name: string;
    readonly connectionId: string | null;
    readonly baseUrl: string;
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  };
  pending: { readonly confirmed: boolean; readonly users: readonly PendingMember[] };
  entries: readonly ShownEntry[];
  result: string | undefined;
  page: number;
  pages: number;
  connections: readonly ConnectionChoice[];
  errors: FieldErrors | undefined;
}

export function DirectoryContent(props: ContentProps) {
  const { visit, directory, pending, connections, errors } = props;
  const { directory: texts, directories } = useTexts(pagesTexts);
  const action = `${visit.base}/directories/${directory.id}`;
  return (
    <>
      <dl class="facts">
        <dt>{texts.baseUrl}</dt>
        <dd>
          <Copyable id="base-url" what={texts.baseUrl}>
            <code>{directory.baseUrl}</code>
          </Copyable>
        </dd>
        <dt>{directories.lastUsed}</dt>
        <dd>{directory.lastUsedAt ? <Moment at={directory.lastUsedAt} /> : directories.never}</dd>
        <dt>{directories.created}</dt>
        <dd>
          <Moment at={directory.createdAt} />
        </dd>
      </dl>
      {!pending.confirmed && <ConfirmSection {...{ visit, action }} />}
      {pending.users.length > 0 && <PendingSection {...{ visit, action }} users={pending.users} />}
      {pending.confirmed && <RolesSection action={action} />}
      <Log {...props} action={action} />
      <DirectoryGuides />
      <DirectorySettings {...{ visit, directory, connections, errors, action }} />
      <section>
        <h2>{texts.tokenHeading}</h2>
        <p>{texts.tokenHint}</p>
        <Form action={action} hidden={{ ...visit.hidden, action: 'rotate' }}>
          <Button kind="secondary">{texts.rotate}</Button>
        </Form>
      </section>
      <DeletionSection {...{ texts, action }} hidden={visit.hidden} />
    </>
  );
}

function Log({ entries, result, page, pages, action }: ContentProps & { action: string }) {
  const { directory: texts, results } = useTexts(pagesTexts);
  const choices = Object.entries(results).map(([value, label]) => ({ value, label }));
  return (
    <section>
      <h2>{texts.log}</h2>
      <p>{texts.logHint}</p>
      <ListPage
        path={action}
        filters={{
          selects: [
            {
              name: 'result',
              label: texts.filter,
              value: result,
              choices: [{ value: '', label: texts.every }, ...choices],
            },
          ],
        }}
        isEmpty={entries.length === 0}
        empty={texts.noEntries}
        paging={{ page, pages }}
      >
        <Table
          caption={texts.log}
          rows={entries}
          keyOf={({ id }) => id}
          columns={[
            { label: texts.what, cell: (entry) => <Sent {...entry} /> },
            { label: texts.about, cell: ({ subject }) => subject ?? '–' },
            { label: texts.result, cell: (entry) => <Result {...entry} /> },
            { label: texts.when, cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      </ListPage>
    </section>
  );
}

/** What was sent, with the names of the first attributes. */
function Sent({ method, resource, attributes, ignored }: ShownEntry) {
  const { directory: texts, methods, resources } = useTexts(pagesTexts);
  return (
    <>
      {wordOf(methods, method) ?? method}: {wordOf(resources, resource) ?? resource}
      {attributes.length > 0 && <span class="soft">{firstOf(attributes)}</span>}
      {ignored.length > 0 && <span class="soft">{texts.ignored(firstOf(ignored))}</span>}
    </>
  );
}

const firstOf = (names: readonly string[]) => [...names.slice(0, 6), ...(names.length > 6 ? ['…'] : [])].join(', ');

const tones = { APPLIED: 'good', UNCHANGED: 'plain', REFUSED: 'bad' } as const;

function Result({ result, outcomes, detail }: ShownEntry) {
  const { results, outcomes: words } = useTexts(pagesTexts);
  // That it was saved says nothing beside what followed from it.
  const told = outcomes.length > 1 ? outcomes.filter((one) => one !== 'stored') : outcomes;
  const shown = [...new Set(told.map((one) => wordOf(words, one) ?? words.other))].join(', ');
  return (
    <>
      <Badge tone={tones[result]}>{results[result]}</Badge>
      {shown !== '' && <span class="soft">{shown}</span>}
      {detail !== null && <span class="soft">{detail}</span>}
    </>
  );
}

function wordOf(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
