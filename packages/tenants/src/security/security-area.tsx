import {
  type Confirmation,
  managesTenant,
  ofTenant,
  readForm,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, Button, Form, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { MfaPolicy } from '../schemas.js';
import { getTenant } from '../tenant/get-tenant.js';
import { updateTenant } from '../tenant/update-tenant.js';
import { countWithoutSecondFactor } from './count-without-second-factor.js';
import { securityTexts } from './texts.js';

const PolicyForm = z.object({ mfaPolicy: MfaPolicy });
const policyOf = (form: unknown) => readForm(PolicyForm, form).mfaPolicy;

const areaTexts = textsOf(securityTexts, ({ security, securityNotices }) => ({
  name: security.name,
  title: security.title,
  notices: securityNotices,
}));

/** The second-factor policy of a tenant. A change of it is a change of trust, so it needs a recent sign-in. */
export function securityArea(host: Pick<IdentityPluginHost, 'db' | 'events' | 'pool'>): TenantArea {
  const path = 'security';
  const inputOf = ({ principal, tenant }: TenantVisit) => ({ tenantId: tenant.id, principal });
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    order: 65,
    group: 'security',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { base, hidden, language } = visit;
      const { security } = securityTexts[language];
      const [{ mfaPolicy }, without] = await Promise.all([
        getTenant(host, inputOf(visit)),
        countWithoutSecondFactor(host.db, inputOf(visit)),
      ]);
      const isRequired = mfaPolicy === 'REQUIRED';
      return (
        <section>
          <h2>
            {security.policyTitle}{' '}
            <Badge tone={isRequired ? 'good' : 'plain'}>{isRequired ? security.required : security.optional}</Badge>
          </h2>
          <p>{isRequired ? security.requiredLead : security.optionalLead}</p>
          <p>{security.without(without.count, without.orMore)}</p>
          <Form action={`${base}/${path}`} hidden={{ ...hidden, mfaPolicy: isRequired ? 'OPTIONAL' : 'REQUIRED' }}>
            <Button kind={isRequired ? 'secondary' : 'primary'}>
              {isRequired ? security.turnOff : security.turnOn}
            </Button>
          </Form>
        </section>
      );
    },
    needsFreshSignIn: () => true,
    async confirm(visit): Promise<Confirmation> {
      const { security, securityConfirm: texts } = securityTexts[visit.language];
      if (policyOf(visit.form) === 'OPTIONAL')
        return { title: texts.offTitle, button: texts.offButton, facts: [texts.offFact, texts.offKept] };
      const { count, orMore } = await countWithoutSecondFactor(host.db, inputOf(visit));
      const without = security.without(count, orMore);
      const facts = [
        count === 0 && !orMore ? without : `${without} ${count === 1 && !orMore ? texts.onFactOfOne : texts.onFact}`,
        texts.onOthers,
        ...(visit.principal.secondFactor ? [] : [texts.onSelf]),
      ];
      return { title: texts.onTitle, button: texts.onButton, facts };
    },
    async act(visit) {
      const mfaPolicy = policyOf(visit.form);
      await updateTenant(host, { ...inputOf(visit), changes: { mfaPolicy } });
      return { done: mfaPolicy === 'REQUIRED' ? 'required' : 'optional' };
    },
  };
}
