import type { TenantVisit } from '@org/identity-core';
import type { Role } from '@org/identity-prisma';
import {
  Button,
  Empty,
  Form,
  formatLocales,
  Moment,
  Name,
  Select,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { ApplicationTabs } from '../console/application-tabs.js';
import { rulesTexts } from './texts.js';

export interface ShownRule {
  readonly id: string;
  readonly licenseTypeName: string;
  readonly role: Role | null;
  readonly createdAt: Date;
}

interface RulesContentProps {
  visit: TenantVisit;
  applicationId: string;
  rules: readonly ShownRule[];
  licenseTypes: readonly {
    readonly id: string;
    readonly name: string;
    readonly free: number;
    readonly bought: number;
  }[];
  /** How many active members have a role; `null` is everyone. */
  countMembers(role: Role | null): number;
}

const choices = [null, 'member', 'admin', 'owner'] as const;

/** The rules of an application, and the form that adds one. */
export function RulesContent({ visit, applicationId, rules, licenseTypes, countMembers }: RulesContentProps) {
  const { base, hidden } = visit;
  const texts = useTexts(rulesTexts).rules;
  const path = `${base}/licenses/${applicationId}/rules`;
  return (
    <>
      <ApplicationTabs base={base} applicationId={applicationId} current="rules" />
      <p>{texts.lead}</p>
      <section>
        <h2>{texts.heading}</h2>
        {rules.length === 0 ? (
          <Empty>{texts.empty}</Empty>
        ) : (
          <>
            <p>{texts.order}</p>
            <Form action={path} hidden={{ ...hidden }}>
              <RulesTable rules={rules} />
            </Form>
          </>
        )}
      </section>
      <AddRule {...{ visit, path, licenseTypes, countMembers }} />
    </>
  );
}

function RulesTable({ rules }: { rules: readonly ShownRule[] }) {
  const texts = useTexts(rulesTexts).rules;
  const who = (role: Role | null) => texts.roles[role ?? 'everyone'];
  return (
    <Table
      caption={texts.heading}
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.who, cell: ({ role }) => who(role) },
        { label: texts.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
        { label: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          label: texts.actions,
          hiddenLabel: true,
          cell: ({ id, role, licenseTypeName }) => (
            <Button kind="secondary" name="delete" value={id}>
              {texts.delete}
              <span class="hidden">{texts.deleteOf(who(role), licenseTypeName)}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}

function AddRule(props: Pick<RulesContentProps, 'visit' | 'licenseTypes' | 'countMembers'> & { path: string }) {
  const { visit, path, licenseTypes, countMembers } = props;
  const { form, hidden } = visit;
  const texts = useTexts(rulesTexts).rules;
  const format = new Intl.NumberFormat(formatLocales[useLanguage()]);
  const types = licenseTypes.map(({ id, name, free, bought }) => ({
    value: id,
    label: bought === 0 ? texts.typeNotActive(name) : texts.typeChoice(name, free),
  }));
  const roles = choices.map((role) => ({
    value: role ?? '',
    label: `${texts.roles[role ?? 'everyone']} (${format.format(countMembers(role))})`,
  }));
  return (
    <section>
      <h2>{texts.addHeading}</h2>
      <Form action={path} hidden={{ ...hidden }}>
        <Select
          name="licenseTypeId"
          label={texts.licenseType}
          value={form['licenseTypeId'] ?? ''}
          groups={[{ choices: types }]}
        />
        <Select
          name="role"
          label={texts.role}
          hint={texts.roleHint}
          value={form['role'] ?? ''}
          groups={[{ choices: roles }]}
        />
        <Button name="add" value="yes">
          {texts.add}
        </Button>
      </Form>
    </section>
  );
}
