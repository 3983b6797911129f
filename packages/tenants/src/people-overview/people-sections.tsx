import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { formatLocales, hrefOf, textsOf, uiTexts, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { memberPagesTexts } from '../member-pages/texts.js';
import { countedInvitations, countPeople, findPeopleAttention } from '../members/get-people-overview.js';
import { peopleOverviewTexts } from './texts.js';

const peopleTexts = textsOf(peopleOverviewTexts, ({ people: { title } }) => ({ name: title, title }));
const attentionTexts = textsOf(uiTexts, ({ attention: title }) => ({ name: title, title }));

/** The sections of this package on the overview: how many people there are, and what needs attention. */
export function peopleSections({ db }: Pick<IdentityPluginHost, 'db'>): TenantArea[] {
  return [
    {
      place: 'tenant',
      origins: ofTenant,
      path: 'overview/people',
      sectionOf: '',
      order: 10,
      texts: peopleTexts,
      async draw({ tenant, principal, base, language }) {
        const { people } = peopleOverviewTexts[language];
        const { active, suspended, openInvitations } = await countPeople(db, { tenantId: tenant.id, principal });
        const shown = new Intl.NumberFormat(formatLocales[language]);
        const invitations =
          openInvitations !== undefined && openInvitations > countedInvitations
            ? people.moreThan(shown.format(countedInvitations))
            : shown.format(openInvitations ?? 0);
        return (
          <dl class="tiles">
            <Tile
              name={people.active}
              value={shown.format(active)}
              href={hrefOf(`${base}/members`, { status: 'ACTIVE' })}
            />
            {suspended !== undefined && (
              <Tile
                name={people.suspended}
                value={shown.format(suspended)}
                href={hrefOf(`${base}/members`, { status: 'SUSPENDED' })}
              />
            )}
            {openInvitations !== undefined && (
              <Tile name={people.invitations} value={invitations} href={`${base}/invitations`} />
            )}
            {tenant.role && <Tile name={people.yourRole} value={memberPagesTexts[language].roles[tenant.role]} />}
          </dl>
        );
      },
    },
    {
      place: 'tenant',
      origins: ofTenant,
      path: 'overview/people-attention',
      sectionOf: '',
      order: 15,
      texts: attentionTexts,
      isOpen: managesTenant,
      async draw({ tenant, principal, base }) {
        const found = await findPeopleAttention(db, { tenantId: tenant.id, principal });
        const { suspended, onlyOwner, expiring, expired } = found;
        const nothing = suspended === 0 && !onlyOwner && expiring.emails.length === 0 && expired.emails.length === 0;
        return nothing ? null : <Attention base={base} {...found} />;
      },
    },
  ];
}

function Tile({ name, value, href }: { name: string; value: string; href?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{href ? <a href={href}>{value}</a> : value}</dd>
    </div>
  );
}

type AttentionProps = Awaited<ReturnType<typeof findPeopleAttention>> & { base: string };

function Attention({ base, suspended, onlyOwner, expiring, expired }: AttentionProps) {
  const { attention } = useTexts(peopleOverviewTexts);
  const members = (query: Record<string, string>) => hrefOf(`${base}/members`, query);
  return (
    <ul class="outcome">
      {onlyOwner && (
        <Point href={members({ role: 'owner' })} text={attention.onlyOwner}>
          {attention.onlyOwnerWhy}
        </Point>
      )}
      {expiring.emails.length > 0 && (
        <Point href={`${base}/invitations`} text={attention.expiring}>
          <Emails {...expiring} />
        </Point>
      )}
      {expired.emails.length > 0 && (
        <Point href={hrefOf(`${base}/invitations`, { status: 'EXPIRED' })} text={attention.expired}>
          <Emails {...expired} />
        </Point>
      )}
      {suspended > 0 && <Point href={members({ status: 'SUSPENDED' })} text={attention.suspended(suspended)} />}
    </ul>
  );
}

function Point({ href, text, children }: { href: string; text: string; children?: ComponentChildren }) {
  return (
    <li>
      <a href={href}>{text}</a>
      {children && <span>{children}</span>}
    </li>
  );
}

function Emails({ emails, more }: { emails: readonly string[]; more: boolean }) {
  const { attention } = useTexts(peopleOverviewTexts);
  return (
    <>
      {emails.map((email, index) => (
        <>
          {index > 0 && ' · '}
          <bdi key={email}>{email}</bdi>
        </>
      ))}
      {more && ` · ${attention.more}`}
    </>
  );
}
