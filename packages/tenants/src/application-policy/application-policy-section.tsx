import { managesTenant, ofTenant, readForm, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Form, Select, textsOf } from '@org/identity-ui';
import { ApplicationPolicyReply } from './application-policy-routes.js';
import { changeApplicationPolicy, getApplicationPolicy } from './change-application-policy.js';
import { applicationPolicyTexts } from './texts.js';

const path = 'application-policy';
const rules = ['ALLOW', 'ASK', 'BLOCK'] as const;

const areaTexts = textsOf(applicationPolicyTexts, ({ policy, notices }) => ({
  name: policy.title,
  title: policy.title,
  notices,
}));

/** The default of a tenant for third-party applications, below the list of those applications. */
export function applicationPolicySection(host: IdentityPluginHost): TenantArea {
  const callOf = ({ tenant, principal }: TenantVisit) => ({ tenantId: tenant.id, principal });
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    parent: 'applications',
    sectionOf: 'applications',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { policy: texts } = applicationPolicyTexts[visit.language];
      const { thirdPartyApps } = await getApplicationPolicy(host, callOf(visit));
      const choices = rules.map((value) => ({ value, label: texts.rules[value] }));
      return (
        <>
          <p>{texts.lead}</p>
          <Form action={`${visit.base}/${path}`} hidden={{ ...visit.hidden }}>
            <div class="bar">
              <Select name="thirdPartyApps" label={texts.label} value={thirdPartyApps} groups={[{ choices }]} />
              <Button>{texts.save}</Button>
            </div>
          </Form>
        </>
      );
    },
    async confirm({ form, language }) {
      const { confirm } = applicationPolicyTexts[language];
      const { thirdPartyApps } = readForm(ApplicationPolicyReply, form);
      if (thirdPartyApps === 'ALLOW') return undefined;
      return { title: confirm.titles[thirdPartyApps], button: confirm.button, facts: [confirm.ends, confirm.stay] };
    },
    async act(visit) {
      await changeApplicationPolicy(host, { ...callOf(visit), ...readForm(ApplicationPolicyReply, visit.form) });
      return { redirect: `${visit.base}/applications?done=default` };
    },
  };
}
