import { type AreaIn, type FieldErrors, fieldErrors, readForm, type TenantVisit } from '@org/identity-core';
import type { DelegateVisit } from '@org/identity-prisma';
import {
  Badge,
  Button,
  Copyable,
  Empty,
  Field,
  Form,
  Moment,
  NameCell,
  ShownSecret,
  Table,
  textsOf,
  useTexts,
} from '@org/identity-ui';
import { createDirectory } from '../directories/create-directory.js';
import { type ConnectionChoice, listConnections } from '../directories/list-connections.js';
import { listDirectories } from '../directories/list-directories.js';
import { DirectoryGuides } from '../directory-guides/directory-guides.js';
import { handoverTexts } from '../handover/texts.js';
import { CreateDirectoryBody } from '../schemas.js';
import type { ScimServices } from '../services.js';
import { ConnectionSelect } from './connection-select.js';
import { pagesTexts } from './texts.js';

const areaTexts = textsOf(pagesTexts, ({ directories, notices, refusals }) => ({
  name: directories.name,
  title: directories.title,
  notices,
  refusals,
}));

/** In the console of the tenant, or among the pages of a setup link. */
type Visit = TenantVisit | DelegateVisit<'setup_link'>;

/** The directories of a tenant, and the form that adds one. */
export function directoriesPage(services: ScimServices): AreaIn<Visit> {
  return {
    path: 'directories',
    order: 72,
    group: 'security',
    texts: areaTexts,
    errorsOf: (refusal, language) => fieldErrors(refusal, { fields: pagesTexts[language].fields }),
    // Whoever has the token of a directory can add and suspend members.
    needsFreshSignIn: () => true,
    async draw(visit, errors) {
      const { tenant, principal, base, language } = visit;
      const { directories } = await listDirectories(services, { tenantId: tenant.id, principal });
      const connections = await listConnections(services, tenant.id);
      return (
        <>
          <p>{pagesTexts[language].directories.lead}</p>
          <Listed directories={directories} base={principal.kind === 'setup_link' ? undefined : base} />
          <AddDirectory visit={visit} errors={errors} connections={connections} />
        </>
      );
    },
    async act({ tenant, principal, form, base, language }) {
      const connectionId = form['connectionId'] || null;
      const body = readForm(CreateDirectoryBody, { name: form['name'] ?? '', connectionId });
      const { id, token, baseUrl } = await createDirectory(services, { tenantId: tenant.id, principal, ...body });
      const lead = pagesTexts[language].token.created;
      const next = principal.kind === 'setup_link' ? `${base}/directories` : `${base}/directories/${id}`;
      return { show: <DirectoryToken {...{ lead, token, baseUrl, next }} /> };
    },
  };
}

interface ShownDirectory {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly confirmed: boolean;
}

/** Without the path of the console, the directories are not links: a setup link does not show who is in them. */
function Listed({ directories, base }: { directories: readonly ShownDirectory[]; base: string | undefined }) {
  const { directories: texts } = useTexts(pagesTexts);
  const { confirmation } = useTexts(handoverTexts);
  return (
    <section>
      <h2>{texts.heading}</h2>
      {directories.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <Table
          caption={texts.heading}
          rows={directories}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.directory,
              cell: ({ id, name, confirmed }) => (
                <>
                  <NameCell text={name} href={base && `${base}/directories/${id}`} />
                  {!confirmed && <Badge tone="plain">{confirmation.badge}</Badge>}
                </>
              ),
            },
            {
              label: texts.lastUsed,
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never),
            },
            { label: texts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
    </section>
  );
}

interface AddProps {
  visit: Visit;
  errors: FieldErrors | undefined;
  connections: readonly ConnectionChoice[];
}

function AddDirectory({ visit: { base, hidden, form }, errors, connections }: AddProps) {
  const { directories: texts } = useTexts(pagesTexts);
  // Who has one connection means it: without it, each new user would have to prove the account at the first sign-in.
  const [only, another] = connections;
  const preset = only && !another ? only.id : '';
  return (
    <section>
      <h2>{texts.addHeading}</h2>
      <Form action={`${base}/directories`} hidden={{ ...hidden }}>
        <Field
          name="name"
          label={texts.directory}
          hint={texts.nameHint}
          value={form['name']}
          error={errors?.['name']}
        />
        <ConnectionSelect
          connections={connections}
          value={form['connectionId'] ?? preset}
          error={errors?.['connectionId']}
        />
        <Button>{texts.add}</Button>
      </Form>
    </section>
  );
}

interface TokenProps {
  lead: string;
  token: string;
  baseUrl: string;
  next: string;
}

/** The token of a directory, which is shown this once, and the URL that belongs to it. */
export function DirectoryToken({ lead, token, baseUrl, next }: TokenProps) {
  const { token: texts } = useTexts(pagesTexts);
  return (
    <ShownSecret {...{ lead, next }} secret={token} label={texts.label} hint={texts.once} continueText={texts.continue}>
      <section>
        <h2>{texts.urlLabel}</h2>
        <Copyable id="base-url" what={texts.urlLabel}>
          <code>{baseUrl}</code>
        </Copyable>
      </section>
      <DirectoryGuides />
    </ShownSecret>
  );
}
