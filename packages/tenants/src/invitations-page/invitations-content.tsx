import { type FieldErrors, firstOf, type LicenseChoices, ownsTenant, type TenantVisit } from '@org/identity-core';
import type { InvitationStatus } from '@org/identity-prisma';
import {
  Badge,
  Button,
  Field,
  Form,
  ListPage,
  Moment,
  Name,
  Select,
  Table,
  TextArea,
  useTexts,
} from '@org/identity-ui';
import type { InvitedLine } from '../invitations/invite-many.js';
import type { pageOfInvitations } from '../invitations/list-invitations.js';
import { RoleSelect } from '../member-pages/members-content.js';
import { memberPagesTexts } from '../member-pages/texts.js';
import { invitationsPageTexts } from './texts.js';

type Page = Awaited<ReturnType<typeof pageOfInvitations>>;
type Invitation = Page['invitations'][number];

interface InvitationsContentProps {
  visit: TenantVisit;
  status: InvitationStatus;
  page: Page;
  /** The licenses that can be kept for invited people; undefined if there is no licensing. */
  choices: readonly LicenseChoices[] | undefined;
  /** The names of applications and license types. */
  names: ReadonlyMap<string, string>;
  refused: FieldErrors;
}

/** The form that invites, and the list of invitations. */
export function InvitationsContent({ visit, status, page, choices, names, refused }: InvitationsContentProps) {
  const { manage } = useTexts(invitationsPageTexts);
  const { base, hidden, query } = visit;
  const path = `${base}/invitations`;
  const filter = status === 'PENDING' ? '' : status;
  const statuses = Object.entries(manage.statuses).map(([value, label]) => ({
    value: value === 'PENDING' ? '' : value,
    label,
  }));
  return (
    <>
      <InviteForm {...{ visit, refused, path, choices }} />
      <section>
        <h2>{manage.listTitle}</h2>
        <ListPage
          path={path}
          filters={{ selects: [{ name: 'status', label: manage.status, value: filter, choices: statuses }] }}
          isEmpty={page.invitations.length === 0}
          empty={manage.empty[status]}
          paging={{ after: query['after'], next: page.next }}
        >
          <Form action={path} hidden={{ ...hidden }}>
            <InvitationsTable {...{ visit, status, names }} invitations={page.invitations} />
          </Form>
        </ListPage>
      </section>
    </>
  );
}

type InviteFormProps = Pick<InvitationsContentProps, 'visit' | 'refused' | 'choices'> & { path: string };

function InviteForm({ visit, refused, path, choices = [] }: InviteFormProps) {
  const { manage } = useTexts(invitationsPageTexts);
  const { form, hidden } = visit;
  return (
    <section>
      <h2>{manage.inviteTitle}</h2>
      <Form action={path} hidden={{ ...hidden }}>
        <TextArea
          name="emails"
          label={manage.emails}
          hint={manage.emailsHint}
          value={form['emails']}
          error={refused['emails']}
          autofocus={firstOf(refused) === 'emails'}
        />
        <RoleSelect label={manage.role} value={form['role'] ?? 'member'} owners={ownsTenant(visit)} />
        <Field
          name="days"
          label={manage.days}
          inputmode="numeric"
          value={form['days'] ?? '7'}
          error={refused['days']}
          autofocus={firstOf(refused) === 'days'}
        />
        {choices.length > 0 && <LicenseSelects {...{ visit, choices }} />}
        <Button name="invite" value="yes">
          {manage.invite}
        </Button>
      </Form>
    </section>
  );
}

/** A select for each application. */
function LicenseSelects({ visit, choices }: { visit: TenantVisit; choices: readonly LicenseChoices[] }) {
  const { licenses } = useTexts(invitationsPageTexts).manage;
  return (
    <fieldset class="bulk">
      <legend>{licenses.title}</legend>
      {choices.map(({ applicationId, name, licenseTypes }, index) => (
        <Select
          key={applicationId}
          name={`license.${applicationId}`}
          label={name}
          hint={index === choices.length - 1 ? licenses.lead : undefined}
          value={visit.form[`license.${applicationId}`] ?? ''}
          groups={[
            {
              choices: [
                { value: '', label: licenses.none },
                ...licenseTypes.map((type) => ({ value: type.id, label: licenses.choice(type.name, type.free) })),
              ],
            },
          ]}
        />
      ))}
    </fieldset>
  );
}

interface InvitationsTableProps {
  visit: TenantVisit;
  names: ReadonlyMap<string, string>;
  status: InvitationStatus;
  invitations: readonly Invitation[];
}

function InvitationsTable({ visit, status, invitations, names }: InvitationsTableProps) {
  const { manage } = useTexts(invitationsPageTexts);
  const { roles } = useTexts(memberPagesTexts);
  const isOpen = status === 'PENDING' || status === 'EXPIRED';
  const expires = {
    label: status === 'EXPIRED' ? manage.expired : manage.expires,
    cell: ({ expiresAt }: Invitation) => <Moment at={expiresAt} />,
  };
  const actions = {
    label: manage.actions,
    hiddenLabel: true,
    // Only owners manage the invitations of owners.
    cell: ({ id, email, role }: Invitation) =>
      (role !== 'owner' || ownsTenant(visit)) && <RowActions id={id} email={email} />,
  };
  return (
    <Table
      caption={manage.listTitle}
      rows={invitations}
      keyOf={({ id }) => id}
      columns={[
        {
          label: manage.email,
          cell: ({ email, licenses }) => (
            <>
              <bdi>{email}</bdi>
              <KeptLicenses {...{ licenses, names }} />
            </>
          ),
        },
        { label: manage.role, cell: ({ role }) => roles[role] },
        {
          label: manage.sent,
          cell: ({ createdAt, invitedBy }) => (
            <>
              <Moment at={createdAt} />
              {invitedBy?.displayName && (
                <span class="soft">
                  {manage.by} <Name text={invitedBy.displayName} />
                </span>
              )}
            </>
          ),
        },
        ...(isOpen ? [expires, actions] : []),
      ]}
    />
  );
}

/** What is kept for the invited person, or was. */
function KeptLicenses({ licenses, names }: Pick<Invitation, 'licenses'> & Pick<InvitationsTableProps, 'names'>) {
  return licenses.map(({ applicationId, licenseTypeId }) => (
    <span class="soft" key={applicationId}>
      <Name text={[names.get(applicationId), names.get(licenseTypeId)].filter(Boolean).join(': ')} />
    </span>
  ));
}

function RowActions({ id, email }: { id: string; email: string }) {
  const { manage } = useTexts(invitationsPageTexts);
  return (
    <div class="row-actions">
      <Button kind="row" name="resend" value={id}>
        {manage.resend}
        <span class="hidden"> {email}</span>
      </Button>
      <Button kind="row" name="revoke" value={id}>
        {manage.revoke}
        <span class="hidden"> {email}</span>
      </Button>
    </div>
  );
}

/** What became of each email of the form. */
export function InvitedContent({ lines, back }: { lines: readonly InvitedLine[]; back: string }) {
  const { manage } = useTexts(invitationsPageTexts);
  const invited = lines.filter(({ result }) => result === 'invited').length;
  return (
    <>
      <p role="status">{manage.summary(invited, lines.length)}</p>
      <Table
        caption={manage.resultTitle}
        rows={lines}
        keyOf={({ email }) => email}
        columns={[
          { label: manage.email, cell: ({ email }) => <Name text={email} /> },
          {
            label: manage.result,
            cell: ({ result }) => <Badge tone={result === 'invited' ? 'good' : 'bad'}>{manage.results[result]}</Badge>,
          },
        ]}
      />
      <div class="bar">
        <a class="button button-primary" href={back}>
          {manage.back}
        </a>
      </div>
    </>
  );
}
