import { Readable } from 'node:stream';
import { type AreaPage, actorOf, type PlatformArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Actions, Button, Form, formatLocales, Moment, Table, textsOf, useTexts } from '@org/identity-ui';
import { Fragment } from 'preact';
import { cancelImport, firstRefusals, getImport, type PeopleImport, readReport } from './list-imports.js';
import { importsTexts } from './texts.js';

const refusalsShown = 20;
const refreshSeconds = 3;

const areaTexts = textsOf(importsTexts, ({ oneImport: { name }, importNotices }) => ({
  name,
  title: name,
  notices: importNotices,
}));

/** One import: how far it is, its counts and first refusals, the report, and the button that stops it. */
export function importArea(host: Pick<IdentityPluginHost, 'db' | 'events'>): PlatformArea {
  return {
    place: 'platform',
    path: 'imports/:importId',
    parent: 'imports',
    texts: areaTexts,
    async draw({ base, hidden, params, language }): Promise<AreaPage> {
      const found = await getImport(host, params['importId'] ?? '');
      const refusals = found.refused === 0 ? [] : await firstRefusals(host, found.id, refusalsShown);
      const { oneImport, importStatuses } = importsTexts[language];
      const action = `${base}/imports/${found.id}`;
      const number = (value: number) => value.toLocaleString(formatLocales[language]);
      const isRunning = found.status === 'RUNNING';
      return {
        heading: `${found.rehearsed ? oneImport.rehearsal : oneImport.import}: ${importStatuses[found.status]}`,
        content: (
          <>
            {isRunning && (
              <>
                <meta http-equiv="refresh" content={String(refreshSeconds)} />
                <p>{oneImport.progress(number(found.lastLine), number(found.sentLines ?? found.lastLine))}</p>
              </>
            )}
            <Facts found={found} number={number} />
            {found.rehearsed && found.status === 'DONE' && (
              <>
                <p>{oneImport.again}</p>
                <p class="bar">
                  <a class="button button-primary" href={`${base}/imports?rehearse=no`}>
                    {oneImport.startNow}
                  </a>
                </p>
              </>
            )}
            {refusals.length > 0 && <Refusals refusals={refusals} />}
            {found.lines > 0 && (
              <p>
                <a href={`${action}?download=report`}>{oneImport.report}</a>
              </p>
            )}
            {isRunning && (
              <Form action={action} hidden={{ ...hidden }}>
                <Actions>
                  <Button kind="secondary">{oneImport.cancel}</Button>
                </Actions>
              </Form>
            )}
          </>
        ),
      };
    },
    downloads: {
      async report({ params }) {
        const pages = await readReport(host, params['importId'] ?? '');
        async function* texts() {
          for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join('');
        }
        return { name: 'import-report.ndjson', type: 'application/x-ndjson', body: Readable.from(texts()) };
      },
    },
    async act({ principal, params }) {
      await cancelImport(host, { importId: params['importId'] ?? '', actor: actorOf(principal) });
      return { done: 'canceled' };
    },
  };
}

function Facts({ found, number }: { found: PeopleImport; number: (value: number) => string }) {
  const { oneImport, imports } = useTexts(importsTexts);
  const results = ['created', 'changed', 'unchanged', 'refused', 'waiting'] as const;
  const counts = [...results, 'withPassword', 'withSecondFactor', 'withLinks'] as const;
  return (
    <dl class="facts">
      {counts.map((count) => (
        <Fragment key={count}>
          <dt>{oneImport[count]}</dt>
          <dd>{number(found[count])}</dd>
        </Fragment>
      ))}
      <dt>{imports.started}</dt>
      <dd>
        <Moment at={found.startedAt} />
      </dd>
      {found.endedAt && (
        <>
          <dt>{oneImport.ended}</dt>
          <dd>
            <Moment at={found.endedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Refusals({ refusals }: { refusals: Awaited<ReturnType<typeof firstRefusals>> }) {
  const { oneImport } = useTexts(importsTexts);
  return (
    <section>
      <h2>{oneImport.refusals}</h2>
      <Table
        caption={oneImport.refusals}
        rows={refusals}
        keyOf={({ line }) => String(line)}
        columns={[
          { label: oneImport.line, cell: ({ line }) => line, numeric: true },
          { label: oneImport.email, cell: ({ email }) => <bdi>{email ?? '–'}</bdi> },
          { label: oneImport.field, cell: ({ field }) => field ?? '–' },
          { label: oneImport.reason, cell: ({ reason }) => reason ?? '' },
        ]}
      />
    </section>
  );
}
