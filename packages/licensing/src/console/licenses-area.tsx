import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Empty, Name, Table, textsOf, useTexts } from '@org/identity-ui';
import { listSeatsOfUser } from '../seats/list-seats-of-user.js';
import { LeasesFact, SeatsOf, TrialBadge } from '../subscription-parts/subscription-facts.js';
import { type ApplicationSeats, summarizeSeats } from '../subscriptions/summarize-seats.js';
import { countOpenRequests, type OpenRequests } from './count-open-requests.js';
import type { LicenseFacts } from './facts-of-visit.js';
import { ApplicationChart, OwnSeats, SubscriptionState } from './seat-parts.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ licenses: { name, title } }) => ({ name, title }));

/** The seats of all applications for those who manage the tenant; for others, their own seats. */
export function licensesArea(host: IdentityPluginHost, facts: LicenseFacts): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses',
    order: 30,
    group: 'licenses',
    texts: areaTexts,
    async badge(visit) {
      if (!managesTenant(visit)) return 0;
      const { requests, ending } = await facts.work(visit);
      return requests.reduce((total, { count }) => total + count, ending);
    },
    async draw(visit) {
      const { principal, base, language } = visit;
      if (!managesTenant(visit)) {
        const seats = await listSeatsOfUser(host, { principal, userId: principal.userId });
        return { heading: consoleTexts[language].own.title, content: <OwnSeats seats={seats} /> };
      }
      const applications = await summarizeSeats(host, { principal });
      const open = await countOpenRequests(host.db, visit.tenant.id);
      return <Applications {...{ base, applications, open }} />;
    },
  };
}

interface ApplicationsProps {
  base: string;
  applications: readonly ApplicationSeats[];
  /** The open requests by application. */
  open: ReadonlyMap<string, OpenRequests>;
}

function Applications({ base, applications, open }: ApplicationsProps) {
  const { licenses } = useTexts(consoleTexts);
  if (applications.length === 0) return <Empty>{licenses.empty}</Empty>;
  return (
    <>
      <p>{licenses.lead}</p>
      {applications.map((application) => (
        <section key={application.id}>
          <h2>
            <Name text={application.name} />
          </h2>
          <ApplicationChart application={application} />
          <Subscriptions application={application} />
          <p class="bar">
            <a class="button button-secondary" href={`${base}/licenses/${application.id}`}>
              {licenses.open}
              <span class="hidden">{licenses.openOf(application.name)}</span>
            </a>
            <OpenRequestsLink base={base} application={application} open={open.get(application.id)} />
          </p>
        </section>
      ))}
    </>
  );
}

interface OpenRequestsLinkProps {
  base: string;
  application: ApplicationSeats;
  open: OpenRequests | undefined;
}

/** How many requests of an application are open, if there are any. */
function OpenRequestsLink({ base, application, open }: OpenRequestsLinkProps) {
  const { licenses } = useTexts(consoleTexts);
  if (!open) return null;
  return (
    <a class="button button-secondary" href={`${base}/licenses/${application.id}/requests`}>
      {licenses.requests(open.pending, open.waiting)}
      <span class="hidden">{licenses.openOf(application.name)}</span>
    </a>
  );
}

function Subscriptions({ application }: { application: ApplicationSeats }) {
  const { licenses } = useTexts(consoleTexts);
  return (
    <Table
      caption={licenses.subscriptions(application.name)}
      rows={application.licenseTypes.flatMap(({ subscriptions }) => subscriptions)}
      keyOf={({ id }) => id}
      columns={[
        { label: licenses.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
        {
          label: licenses.seats,
          numeric: true,
          cell: (subscription) => <SeatsOf quantity={subscription.quantityPurchased} subscription={subscription} />,
        },
        { label: licenses.held, numeric: true, cell: ({ quantityAssigned }) => quantityAssigned },
        {
          label: licenses.state,
          cell: (subscription) => (
            <>
              <SubscriptionState subscription={subscription} /> <TrialBadge trial={subscription.trial} />
              <LeasesFact leases={subscription.leases} />
            </>
          ),
        },
      ]}
    />
  );
}
