import type { SignInMethod } from '@org/identity-core';
import { Actions, Button, Form, useTexts } from '@org/identity-ui';
import { Divider } from '../sign-in-forms/divider.js';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { linkProven } from './link-proven.js';
import { proveBySso } from './prove-step.js';
import { beginSso, returnFromSso } from './sso-step.js';
import type { SsoStepServices } from './sso-visit.js';

/** The upstream providers of the deployment. */
export function providerMethod(services: SsoStepServices): SignInMethod {
  const all = [...services.upstreams.values()].map(({ provider }) => provider);
  return {
    name: 'provider',
    order: 300,
    fields: ['provider', 'sso'],
    amr: ['fed', 'pwd'],
    offer({ action }, { page, user }) {
      const providers = user ? all.filter(({ id }) => user.providers.includes(id)) : all;
      if (providers.length === 0 || page === 'break-glass') return undefined;
      const form = ({ divider }: { divider: boolean }) => <ProviderForm {...{ action, providers, divider }} />;
      return user ? { order: 500, minor: true, form } : { form };
    },
    submit: (view, fields) =>
      fields['provider'] === undefined
        ? proveBySso(services, view, fields)
        : beginSso(services, view, fields['provider']),
    returned: (view, query) => returnFromSso(services, view, query),
    async completed(signIn) {
      await linkProven(services, signIn);
      return undefined;
    },
  };
}

/** One button per provider; a separate form, so that it needs neither an email nor a password. */
function ProviderForm(props: { action: string; providers: readonly { id: string; name: string }[]; divider: boolean }) {
  const { action, providers, divider } = props;
  const { signIn: texts } = useTexts(signInFormsTexts);
  return (
    <Form action={action}>
      {divider && <Divider />}
      <Actions stacked>
        {providers.map(({ id, name }) => (
          <Button key={id} kind="secondary" name="provider" value={id}>
            {texts.continueWith(name)}
          </Button>
        ))}
      </Actions>
    </Form>
  );
}
