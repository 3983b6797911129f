import { ownsTenant, type TenantVisit } from '@org/identity-core';
import { Button, Form, Moment, useTexts } from '@org/identity-ui';
import type { FoundMember } from '../members/get-members.js';
import { RoleSelect, Status } from './members-content.js';
import { memberPagesTexts } from './texts.js';

interface MemberContentProps {
  visit: TenantVisit;
  member: FoundMember;
  isSelf: boolean;
  /** Whether the visitor may change this member. */
  canChange: boolean;
}

/** Who the member is, and the forms that the visitor may use. */
export function MemberContent({ visit, member, isSelf, canChange }: MemberContentProps) {
  const { list } = useTexts(memberPagesTexts);
  const { roles } = useTexts(memberPagesTexts);
  const action = `${visit.base}/members/${member.id}`;
  return (
    <>
      <dl class="facts">
        <dt>{list.email}</dt>
        <dd>
          <bdi>{member.user.email}</bdi>
        </dd>
        <dt>{list.role}</dt>
        <dd>{roles[member.role]}</dd>
        <dt>{list.status}</dt>
        <dd>
          <Status status={member.status} />
        </dd>
        <dt>{list.since}</dt>
        <dd>
          <Moment at={member.joinedAt} />
        </dd>
      </dl>
      {canChange && <RoleForm {...{ visit, member, action }} />}
      {canChange && !isSelf && <AccessForms {...{ visit, member, action }} />}
      {isSelf && <LeaveForm {...{ visit, action }} />}
    </>
  );
}

type FormProps = Pick<MemberContentProps, 'visit' | 'member'> & { action: string };

function RoleForm({ visit, member, action }: FormProps) {
  const texts = useTexts(memberPagesTexts);
  return (
    <section>
      <h2>{texts.member.roleTitle}</h2>
      <ul class="plain">
        {Object.values(texts.member.roleHints).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <Form action={action} hidden={{ ...visit.hidden, action: 'role' }}>
        <div class="bar">
          <RoleSelect label={texts.bulk.newRole} value={member.role} owners={ownsTenant(visit)} />
          <Button kind="secondary">{texts.bulk.changeRole}</Button>
        </div>
      </Form>
    </section>
  );
}

function AccessForms({ visit, member, action }: FormProps) {
  const texts = useTexts(memberPagesTexts);
  const suspended = member.status === 'SUSPENDED';
  return (
    <section>
      <h2>{texts.member.accessTitle}</h2>
      <p>{suspended ? texts.member.reactivateHint : texts.member.suspendHint}</p>
      <p>{texts.member.removeHint}</p>
      <Form action={action} hidden={{ ...visit.hidden }}>
        <div class="bar">
          <Button kind="secondary" name="action" value={suspended ? 'reactivate' : 'suspend'}>
            {suspended ? texts.bulk.reactivate : texts.bulk.suspend}
          </Button>
          <Button kind="danger" name="action" value="remove">
            {texts.bulk.remove}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function LeaveForm({ visit, action }: Pick<FormProps, 'visit' | 'action'>) {
  const { member } = useTexts(memberPagesTexts);
  return (
    <section>
      <h2>{member.leaveTitle}</h2>
      <p>{member.leaveHint}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'leave' }}>
        <div class="bar">
          <Button kind="danger">{member.leave}</Button>
        </div>
      </Form>
    </section>
  );
}
