import type { TenantVisit } from '@org/identity-core';
import {
  Button,
  Form,
  formatLocales,
  ListPage,
  Moment,
  NameCell,
  Notice,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { ApplicationTabs } from '../console/application-tabs.js';
import { holderName, typeNames } from '../history/period-words.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { LeaseEntry, listLeases } from './list-leases.js';
import { leasesTexts } from './texts.js';

interface LeasesProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  found: Awaited<ReturnType<typeof listLeases>>;
  names: ReadonlyMap<string, string>;
}

/** Whether leases are allowed, and those that run. */
export function LeasesContent({ visit, application, found, names }: LeasesProps) {
  const { leases: texts } = useTexts(leasesTexts);
  const path = `${visit.base}/licenses/${application.id}/leases`;
  return (
    <>
      <ApplicationTabs base={visit.base} applicationId={application.id} current="leases" />
      <p>{texts.lead}</p>
      <Policy application={application} />
      <section>
        <h2>{texts.heading}</h2>
        <ListPage path={path} isEmpty={found.leases.length === 0} empty={texts.empty} paging={found.pagination}>
          <Form action={path} hidden={{ ...visit.hidden }}>
            <LeasesTable {...{ application, names }} leases={found.leases} />
          </Form>
        </ListPage>
      </section>
    </>
  );
}

/** Names the licenses of which nobody can get a lease. */
function Policy({ application }: Pick<LeasesProps, 'application'>) {
  const { leases: texts } = useTexts(leasesTexts);
  const off = application.licenseTypes.filter((type) => type.subscriptions.some(({ leases }) => leases === 'NONE'));
  if (off.length === 0) return <p>{texts.allowed}</p>;
  const list = new Intl.ListFormat(formatLocales[useLanguage()]).format(off.map(({ name }) => name));
  return <Notice kind="info">{texts.off(list)}</Notice>;
}

interface TableProps extends Pick<LeasesProps, 'application' | 'names'> {
  leases: readonly LeaseEntry[];
}

function LeasesTable({ application, names, leases }: TableProps) {
  const { leases: texts } = useTexts(leasesTexts);
  const language = useLanguage();
  const types = typeNames(application);
  const nameOf = (userId: string) => holderName(userId, names, language);
  return (
    <Table
      caption={texts.heading}
      rows={leases}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.who,
          cell: ({ userId, licenseTypeId }) => <NameCell text={nameOf(userId)} note={types.get(licenseTypeId) ?? ''} />,
        },
        { label: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { label: texts.until, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        {
          label: texts.actions,
          hiddenLabel: true,
          cell: ({ id, userId }) => (
            <Button kind="secondary" name="leaseId" value={id}>
              {texts.free}
              <span class="hidden">{texts.freeOf(nameOf(userId))}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}
