import { actorOf, IdentityError, type PlatformArea, type UploadedFiles } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import {
  Badge,
  Button,
  Checkbox,
  Empty,
  FileField,
  Form,
  Moment,
  Pager,
  pageNumberOf,
  Table,
  textsOf,
  useTexts,
} from '@org/identity-ui';
import type { ImportWork } from './import-work.js';
import { listImports, type PeopleImport } from './list-imports.js';
import { importsTexts } from './texts.js';

/** Such a form is in memory as a whole. Larger files come by the API or the command. */
const maxMegabytes = 16;
const rowsPerPage = 20;

const areaTexts = textsOf(importsTexts, ({ imports: { name, title }, importRefusals }) => ({
  name,
  title,
  refusals: importRefusals,
}));

/** The form that starts an import, and the imports so far. */
export function importsArea(host: Pick<IdentityPluginHost, 'db'>, work: ImportWork): PlatformArea {
  return {
    place: 'platform',
    path: 'imports',
    order: 25,
    group: 'people',
    texts: areaTexts,
    // It sets emails, passwords and roles, as the route does.
    needsFreshSignIn: () => true,
    uploads: { maxBytes: maxMegabytes * 1024 ** 2 },
    async draw({ base, hidden, query, form, language }) {
      const { imports: texts } = importsTexts[language];
      const path = `${base}/imports`;
      const { imports, pagination } = await listImports(host, { page: pageNumberOf(query), limit: rowsPerPage });
      const rehearses = form['started'] === undefined ? query['rehearse'] !== 'no' : form['rehearse'] === 'on';
      return (
        <>
          <p>{texts.lead}</p>
          <Form action={path} hidden={{ ...hidden, started: 'yes' }} files>
            <FileField
              name="file"
              label={texts.file}
              hint={texts.fileHint(maxMegabytes)}
              accept=".ndjson,.jsonl,.json"
            />
            <Checkbox name="rehearse" label={texts.rehearse} checked={rehearses} />
            <Checkbox name="createTenants" label={texts.createTenants} checked={form['createTenants'] === 'on'} />
            <Button>{texts.start}</Button>
          </Form>
          <section>
            <h2>{texts.earlier}</h2>
            {imports.length === 0 ? <Empty>{texts.none}</Empty> : <ImportTable path={path} imports={imports} />}
            <Pager path={path} query={{}} paging={pagination} />
          </section>
        </>
      );
    },
    async act({ principal, base, form, files = {} }) {
      const file = uploadedFile(files);
      const { id } = await work.start({
        stream: piecesOf(file),
        actor: actorOf(principal),
        rehearsed: form['rehearse'] === 'on',
        createTenants: form['createTenants'] === 'on',
      });
      return { redirect: `${base}/imports/${id}` };
    },
  };
}

async function* piecesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file;
}

function uploadedFile(files: UploadedFiles): Uint8Array {
  // The page refuses a form that is too large itself.
  const file = files === 'tooLarge' ? undefined : files['file'];
  if (!file) throw new IdentityError('VALIDATION_FAILED', 'Choose a file.', { reason: 'missing' });
  return file;
}

function ImportTable({ path, imports }: { path: string; imports: readonly PeopleImport[] }) {
  const { imports: texts, oneImport, importStatuses } = useTexts(importsTexts);
  return (
    <Table
      caption={texts.earlier}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.started,
          cell: ({ id, startedAt, rehearsed }) => (
            <>
              <a href={`${path}/${id}`}>
                <Moment at={startedAt} />
              </a>{' '}
              {rehearsed && <Badge>{oneImport.rehearsal}</Badge>}
            </>
          ),
        },
        { label: texts.state, cell: ({ status }) => importStatuses[status] },
        { label: texts.lines, cell: ({ lines }) => lines, numeric: true },
        { label: oneImport.refused, cell: ({ refused }) => refused, numeric: true },
      ]}
    />
  );
}
