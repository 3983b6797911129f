import {
  type Confirmation,
  type FieldErrors,
  fieldErrors,
  firstOf,
  ofTenant,
  ownsTenant,
  readForm,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Checkbox, checkedIds, Field, Form, TextArea, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { BreakGlassChoice } from './break-glass-choice.js';
import { changePolicy, getPolicy } from './change-policy.js';
import { listOwners } from './list-owners.js';
import { PolicyBody } from './read-policy.js';
import { policyTexts } from './texts.js';

const path = 'sign-in-policy';
const owner = 'owner';
const nameOf = (userId: string) => `${owner}.${userId}`;

const areaTexts = textsOf(policyTexts, ({ policy, notices, refusals }) => ({
  name: policy.title,
  title: policy.title,
  notices,
  refusals,
}));

/** The policy of a tenant, below its second-factor policy. A change of trust, so it needs a recent sign-in. */
export function policySection(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    parent: 'security',
    sectionOf: 'security',
    texts: areaTexts,
    isOpen: ownsTenant,
    draw: (visit, errors) => drawForm(host, visit, errors),
    needsFreshSignIn: () => true,
    errorsOf: (refusal, language) => fieldErrors(refusal, { fields: { ...policyTexts[language].fields } }),
    async confirm(visit): Promise<Confirmation> {
      const { confirm } = policyTexts[visit.language];
      const { requireSso } = policyIn(visit);
      return {
        title: confirm.title,
        button: confirm.button,
        facts: [...(requireSso ? [confirm.sso] : []), confirm.ends],
      };
    },
    async act(visit) {
      const { tenant, principal, ip, base } = visit;
      await changePolicy(host, { tenantId: tenant.id, principal, body: policyIn(visit), ip });
      return { redirect: `${base}/security?done=policy` };
    },
  };
}

async function drawForm(host: IdentityPluginHost, visit: TenantVisit, errors: FieldErrors | undefined) {
  const { base, hidden, language, tenant, principal, form } = visit;
  const { policy: texts } = policyTexts[language];
  const call = { tenantId: tenant.id, principal };
  const [stored, owners] = await Promise.all([getPolicy(host, call), listOwners(host, call)]);
  const sent = form['sent'] !== undefined;
  const isOn = (name: string, otherwise: boolean) => (sent ? form[name] !== undefined : otherwise);
  const entered = (name: string, otherwise: string) => ({
    name,
    value: sent ? (form[name] ?? '') : otherwise,
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  const number = (value: number | null) => (value === null ? '' : String(value));
  return (
    <>
      <p>{texts.lead}</p>
      <Form action={`${base}/${path}`} hidden={{ ...hidden, sent: 'yes' }}>
        <Checkbox name="requireSso" label={texts.requireSso} checked={isOn('requireSso', stored.requireSso)} />
        <BreakGlassChoice
          owners={owners}
          ownId={principal.userId}
          nameOf={nameOf}
          isChosen={(userId) => isOn(nameOf(userId), stored.breakGlass.includes(userId))}
        />
        <Field
          {...entered('sessionHours', number(stored.sessionHours))}
          label={texts.sessionHours}
          hint={texts.sessionHoursHint}
          inputmode="numeric"
          size={6}
        />
        <Field
          {...entered('idleMinutes', number(stored.idleMinutes))}
          label={texts.idleMinutes}
          hint={texts.idleMinutesHint}
          inputmode="numeric"
          size={6}
        />
        <TextArea
          {...entered('allowedNetworks', stored.allowedNetworks.join('\n'))}
          label={texts.allowedNetworks}
          hint={texts.allowedNetworksHint}
        />
        <Button>{texts.save}</Button>
      </Form>
    </>
  );
}

/** The policy that the form describes. */
function policyIn({ form }: TenantVisit) {
  const number = (name: string) => {
    const text = (form[name] ?? '').trim();
    return text === '' ? null : Number(text);
  };
  const networks = (form['allowedNetworks'] ?? '').split(/[\s,]+/u).filter(Boolean);
  return readForm(PolicyForm, {
    requireSso: form['requireSso'] !== undefined,
    breakGlass: checkedIds(form, owner),
    sessionHours: number('sessionHours'),
    idleMinutes: number('idleMinutes'),
    allowedNetworks: networks,
  });
}

/** An error in one of many networks is an error of their field. */
const PolicyForm = z.unknown().transform((value, context) => {
  const parsed = PolicyBody.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const {
    path: [field = ''],
    message,
  } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: [field], message });
  return z.NEVER;
});
