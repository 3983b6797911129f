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
  /** The name of the group, if the rule is for one. */
  readonly group: string | undefined;
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
  /** The groups to choose from. */
  groups: readonly { readonly id: string; readonly name: string; readonly memberCount: number }[];
  /** How many active members have a role; `null` is everyone. */
  countMembers(role: Role | null): number;
}

/** Begins the choice of a group, beside the roles. */
export const groupPrefix = 'group:';

/** Who matches a rule, in words. */
export function whoOf(texts: (typeof rulesTexts)['en']['rules'], role: Role | null, group: string | undefined): string {
  if (group === undefined) return texts.roles[role ?? 'everyone'];
  return role === null ? group : texts.both(texts.roles[role], group);
}

const choices = [null, 'member', 'admin', 'owner'] as const;

/** The rules of an application, and the form that adds one. */
export function RulesContent({ visit, applicationId, rules, licenseTypes, groups, countMembers }: RulesContentProps) {
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
      <AddRule {...{ visit, path, licenseTypes, groups, countMembers }} />
    </>
  );
}

function RulesTable({ rules }: { rules: readonly ShownRule[] }) {
  const texts = useTexts(rulesTexts).rules;
  const who = ({ role, group }: ShownRule) => whoOf(texts, role, group);
  return (
    <Table
      caption={texts.heading}
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.who, cell: (rule) => <Name text={who(rule)} /> },
        { label: texts.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
        { label: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          label: texts.actions,
          hiddenLabel: true,
          cell: (rule) => (
            <Button kind="secondary" name="delete" value={rule.id}>
              {texts.delete}
              <span class="hidden">{texts.deleteOf(who(rule), rule.licenseTypeName)}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}

function AddRule(
  props: Pick<RulesContentProps, 'visit' | 'licenseTypes' | 'groups' | 'countMembers'> & { path: string },
) {
  const { visit, path, licenseTypes, groups, countMembers } = props;
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
  const ofGroups = groups.map(({ id, name, memberCount }) => ({
    value: `${groupPrefix}${id}`,
    label: `${name} (${format.format(memberCount)})`,
  }));
  const who = [
    { label: texts.rolesTitle, choices: roles },
    ...(ofGroups.length > 0 ? [{ label: texts.groupsTitle, choices: ofGroups }] : []),
  ];
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
        <Select name="role" label={texts.role} hint={texts.roleHint} value={form['role'] ?? ''} groups={who} />
        <Button name="add" value="yes">
          {texts.add}
        </Button>
      </Form>
    </section>
  );
}
