import { type AuthorizationRequest, accountClientId, type ConfirmingUser, type OfferLook } from '@org/identity-core';
import { Button, Form, Layout, Notice, ShownEmail, useTexts } from '@org/identity-ui';
import { Divider } from '../sign-in-forms/divider.js';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { formsOfUser } from './offers.js';
import { type SignInPageProps, useRefusal } from './sign-in-page.js';

/**
 * Whether only the user's own sign-in is of use: the pages of the account and of the platform do not take the session of a
 * tenant's provider, so the email does not lead there. Consoles of tenants, and the page after an invitation, do.
 */
export function needsOwnSignIn({ client, params }: Pick<AuthorizationRequest, 'client' | 'params'>): boolean {
  if (client.id !== accountClientId || reasonOf({ params }) === 'console') return false;
  return !String(params['state'] ?? '').startsWith(joinedPath);
}

/** The page after an invitation, which a provider of the tenant accepts as well. */
const joinedPath = '/invitations/accepted/';

/** Why the user has to confirm, by the page that asks. */
export function reasonOf({
  params,
}: Pick<AuthorizationRequest, 'params'>): keyof typeof signInFormsTexts.en.confirm.reasons {
  const [, console] = String(params['state'] ?? '').split(/[/?]/u);
  // A sign-in that the provider of a tenant has started arrives below `/sso`, and then in the tenant's console.
  if (console === 'sso') return 'console';
  return console === 'platform' || console === 'console' ? console : 'account';
}

type ConfirmPageProps = Pick<
  SignInPageProps,
  'brand' | 'action' | 'abortAction' | 'offers' | 'error' | 'message' | 'waitSeconds' | 'passwordSet' | 'emailFirst'
> & {
  user: ConfirmingUser;
  reason: keyof typeof signInFormsTexts.en.confirm.reasons;
};

/** Asks a user who is signed in to prove once more that it is them. */
export function ConfirmPage(props: ConfirmPageProps) {
  const { brand, action, abortAction, passwordSet, user, reason, emailFirst } = props;
  const { signIn, confirm: texts } = useTexts(signInFormsTexts);
  const refusal = useRefusal(props, texts.errors);
  const known = { email: user.email, describedBy: refusal ? 'sign-in-error' : undefined };
  const organization = {
    order: 400,
    minor: true,
    form: (look: OfferLook) => <OrganizationForm {...look} {...{ action }} email={user.email} />,
  };
  const offers = emailFirst
    ? [...props.offers, organization].toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    : props.offers;
  return (
    <Layout title={texts.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{texts.reasons[reason]}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {passwordSet && <Notice kind="info">{signIn.passwordSet}</Notice>}
      <p>{texts.signedInAs(<ShownEmail email={user.email} />)}</p>
      {formsOfUser(offers, known)}
      <p class="links">
        <a href={`${action}/return?other`}>{texts.other}</a>
      </p>
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{signIn.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}

/** Leads to the provider of the user's organization. */
function OrganizationForm({ action, email, kind, divider }: OfferLook & { action: string; email: string }) {
  const { confirm: texts } = useTexts(signInFormsTexts);
  return (
    <Form action={action} hidden={{ email }}>
      {divider && <Divider />}
      <Button kind={kind}>{texts.byOrganization}</Button>
    </Form>
  );
}
