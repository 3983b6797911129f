import type { AttemptResult } from '@org/identity-prisma';
import { Badge, ListPage, Moment, NameCell, Table, useTexts } from '@org/identity-ui';
import type { listAttempts } from '../attempts/list-attempts.js';
import { connectionPagesTexts } from './texts.js';

export interface ListedAttempts extends Pick<Awaited<ReturnType<typeof listAttempts>>, 'attempts'> {
  /** The filter. */
  result: AttemptResult | undefined;
  page: number;
  pages: number;
}

/** The sign-ins by a connection, and why those were refused that were. */
export function AttemptsList({ path, attempts, result, page, pages }: ListedAttempts & { path: string }) {
  const { attempts: texts, reasons } = useTexts(connectionPagesTexts);
  const results = Object.entries(texts.results).map(([value, label]) => ({ value, label }));
  const choices = [{ value: '', label: texts.every }, ...results];
  const reasonOf = (reason: string) => (reason in reasons ? reasons[reason as keyof typeof reasons] : reason);
  return (
    <section>
      <h2>{texts.heading}</h2>
      <ListPage
        path={path}
        filters={{ selects: [{ name: 'result', label: texts.filter, value: result, choices }] }}
        isEmpty={attempts.length === 0}
        empty={result === 'REFUSED' ? texts.noMatch : texts.empty}
        paging={{ page, pages }}
      >
        <Table
          caption={texts.heading}
          rows={attempts}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.user,
              cell: ({ email, subject }) => (
                <NameCell text={email ?? subject ?? texts.unknown} note={email ? (subject ?? undefined) : undefined} />
              ),
            },
            {
              label: texts.filter,
              cell: (attempt) => (
                <Badge tone={attempt.result === 'REFUSED' ? 'bad' : 'good'}>{texts.results[attempt.result]}</Badge>
              ),
            },
            {
              label: texts.reason,
              cell: ({ reason, providerError, providerErrorDescription }) => (
                <>
                  {reasonOf(reason)}
                  {providerError !== null && (
                    <span class="soft">
                      {texts.error(<code>{providerError}</code>, providerErrorDescription ?? '')}
                    </span>
                  )}
                </>
              ),
            },
            { label: texts.when, cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      </ListPage>
    </section>
  );
}
