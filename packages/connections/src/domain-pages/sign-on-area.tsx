import { type AreaIn, type FieldErrors, IdentityError, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, Button, Empty, Field, Form, Moment, NameCell, Table, textsOf, useTexts } from '@org/identity-ui';
import { domainPath, signOnPath } from '../access/console-paths.js';
import type { SetupVisit } from '../access/setup-caller.js';
import { addDomain } from '../domains/add-domain.js';
import { type DomainProblem, domainProblem, normalDomain } from '../domains/domain-name.js';
import { AddDomainBody } from '../domains/domain-schemas.js';
import type { ShownDomain } from '../domains/find-domain.js';
import { listDomains } from '../domains/list-domains.js';
import { domainPagesTexts } from './texts.js';

const areaTexts = textsOf(domainPagesTexts, ({ signOn, notices, refusals }) => ({
  name: signOn.name,
  title: signOn.title,
  notices,
  refusals,
}));

const reasons: Readonly<Record<DomainProblem, string>> = {
  malformed: 'DOMAIN_MALFORMED',
  suffix: 'DOMAIN_SUFFIX',
  'mail-provider': 'DOMAIN_MAIL_PROVIDER',
};
const ofField = new Set(['DOMAIN_EXISTS', 'DOMAIN_TAKEN', ...Object.values(reasons)]);

/** The domains of a tenant, and the first step for a new one. */
export function signOnArea(host: Pick<IdentityPluginHost, 'db' | 'events'>): AreaIn<SetupVisit> {
  return {
    path: signOnPath,
    order: 70,
    group: 'security',
    texts: areaTexts,
    async draw({ tenant, principal, base, form, hidden, language }, errors) {
      const { signOn: texts } = domainPagesTexts[language];
      const { domains } = await listDomains(host.db, { tenantId: tenant.id, principal });
      return (
        <>
          <p>{texts.lead}</p>
          <section>
            <h2>{texts.domains}</h2>
            {domains.length === 0 ? <Empty>{texts.domainsEmpty}</Empty> : <Domains {...{ domains, base }} />}
          </section>
          <section>
            <h2>{texts.addHeading}</h2>
            <Form action={`${base}/${signOnPath}`} hidden={{ ...hidden }}>
              <Field
                name="domain"
                label={texts.addLabel}
                hint={texts.addHint}
                value={form['domain'] ?? ''}
                error={errors?.['domain']}
                autofocus={errors?.['domain'] !== undefined}
                required
              />
              <Button>{texts.add}</Button>
            </Form>
          </section>
        </>
      );
    },
    errorsOf: ({ code, reason, text }): FieldErrors => (ofField.has(reason ?? code) ? { domain: text } : {}),
    async act({ tenant, principal, base, form }) {
      const entered = domainIn(form['domain'] ?? '');
      const problem = await domainProblem(normalDomain(entered));
      if (problem)
        throw new IdentityError('VALIDATION_FAILED', 'This domain is not possible.', { reason: reasons[problem] });
      const { domain } = readForm(AddDomainBody, { domain: entered });
      const { id } = await addDomain(host, { tenantId: tenant.id, principal, domain });
      return { redirect: `${domainPath(base, id)}?done=added` };
    },
  };
}

/** The domain in what people enter: often a whole email address, or the address of their web site. */
function domainIn(entered: string): string {
  const host = entered.trim().split('://').at(-1)?.split('/')[0] ?? '';
  return host.split('@').at(-1) ?? '';
}

function Domains({ domains, base }: { domains: readonly ShownDomain[]; base: string }) {
  const { signOn: texts } = useTexts(domainPagesTexts);
  return (
    <Table
      caption={texts.domains}
      rows={domains}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.domain, cell: ({ id, domain }) => <NameCell text={domain} href={domainPath(base, id)} /> },
        { label: texts.state, cell: (domain) => <DomainBadge {...domain} /> },
        { label: texts.checked, cell: ({ checkedAt }) => (checkedAt ? <Moment at={checkedAt} /> : texts.never) },
      ]}
    />
  );
}

export function DomainBadge({ status }: Pick<ShownDomain, 'status'>) {
  const { states } = useTexts(domainPagesTexts);
  const tone = { PENDING: 'plain', VERIFIED: 'good', LAPSED: 'bad' } as const;
  return <Badge tone={tone[status]}>{states[status]}</Badge>;
}
