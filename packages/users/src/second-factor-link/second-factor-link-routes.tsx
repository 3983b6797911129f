import { type PageAnswer, type PageRoute, waitText } from '@org/identity-core';
import { freshSeconds, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { provePassword } from '../credentials/check-password.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { type LinkVisit, mailedLink } from '../mailed-links/mailed-link.js';
import { findPendingTotp, startTotp } from '../mfa/begin-totp.js';
import { enrolTotp } from '../mfa/confirm-totp.js';
import { newPasskeyOptions, storePasskey } from '../passkeys/add-passkey.js';
import { canHavePasskeys } from '../passkeys/ask-for-passkey.js';
import { findSecondFactorLink, useSecondFactorLink } from './find-second-factor-link.js';
import { openProof, passkeyPurposeOf, sealProof } from './link-proof.js';
import { LinkDonePage, LinkPasswordPage, LinkSetUpPage, LinkSignInPage } from './second-factor-link-pages.js';
import { secondFactorLinkTexts } from './texts.js';

type Link = Awaited<ReturnType<typeof findSecondFactorLink>>;

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
}

/** The pages behind an operator's link: the password first, then an app or a passkey. */
export function secondFactorLinkPages(services: Services): PageRoute[] {
  const { host } = services;
  return mailedLink({
    name: 'second-factor',
    host,
    advice: 'secondFactor',
    show: async (visit) => passwordPage(host, visit, await findSecondFactorLink(host.db, visit.secret)),
    act: (visit) => act(services, visit),
  });
}

async function act(services: Services, visit: LinkVisit): Promise<PageAnswer> {
  const { host } = services;
  const { form } = visit;
  const link = await findSecondFactorLink(host.db, visit.secret);
  const epoch = openProof(host.vault, link, form['proof']);
  if (epoch === undefined) return enterPassword(services, visit, link);
  if (form['passkey'] !== undefined) return makePasskey(host, visit, link, epoch);
  return confirmCode(host, visit, link, epoch);
}

function passwordPage(host: IdentityPluginHost, visit: LinkVisit, link: Link, error?: string): PageAnswer {
  const { brand } = host;
  const { action } = visit;
  const { email, hasPassword, locale } = link;
  if (isByCode(host, link)) {
    const page = <LinkSignInPage {...{ brand, action, email }} isSignedIn={visit.userId === link.userId} />;
    return { page, status: 200, locale };
  }
  return {
    page: <LinkPasswordPage {...{ brand, action, email, hasPassword, error }} />,
    status: error === undefined ? 200 : 401,
    locale,
  };
}

/** Whether the account has no password to ask for, but can sign in with an emailed code. */
const isByCode = ({ accounts }: IdentityPluginHost, { hasPassword }: Link) =>
  accounts.emailCodes === true && !(accounts.passwordSignIn && hasPassword);

const signInFirst = ({ accounts }: IdentityPluginHost): PageAnswer => ({
  signIn: { returnTo: accounts.accountPage ?? '/account', again: true },
});

/** The user signs in first, and opens the link again. The link alone is no sign-in, and the sign-in alone adds no second factor. */
async function continueSignedIn(host: IdentityPluginHost, visit: LinkVisit, link: Link): Promise<PageAnswer> {
  const { userId, session } = visit;
  const isFresh = session !== undefined && session.signedInAt.getTime() >= Date.now() - freshSeconds * 1000;
  if (userId !== link.userId || !isFresh) return signInFirst(host);
  const epoch = await host.accounts.signInEpoch(link.userId);
  if (epoch === undefined) return signInFirst(host);
  await startTotp(host, link.userId);
  return setUpPage(host, visit, link, epoch);
}

/** With the same limits as a sign-in. */
async function enterPassword({ host, limiter }: Services, visit: LinkVisit, link: Link): Promise<PageAnswer> {
  if (isByCode(host, link)) return continueSignedIn(host, visit, link);
  const { form, ip, language } = visit;
  const password = form['password'];
  if (password === undefined) return passwordPage(host, visit, link);
  const proven = await provePassword(host.db, limiter, { email: link.email, password, ip });
  if (proven === 'wrong') return passwordPage(host, visit, link, secondFactorLinkTexts[language].link.wrong);
  if ('waitSeconds' in proven) return passwordPage(host, visit, link, waitText(proven.waitSeconds, language));
  await startTotp(host, link.userId);
  return setUpPage(host, visit, link, proven.epoch);
}

async function setUpPage(
  host: IdentityPluginHost,
  { action }: LinkVisit,
  link: Link,
  epoch: number,
  error?: 'wrongCode' | 'passkeyNotMade',
): Promise<PageAnswer> {
  const { brand, vault, issuer } = host;
  const { userId, locale } = link;
  const pending = (await findPendingTotp(host, userId)) ?? (await startTotp(host, userId));
  if (!pending) throw new Error('An app was set up in the meantime.');
  const purpose = passkeyPurposeOf(link);
  const passkey = canHavePasskeys(issuer) ? await newPasskeyOptions(host, { purpose, userId }) : undefined;
  const hidden = { proof: sealProof(vault, link, epoch) };
  return {
    page: <LinkSetUpPage {...{ brand, action, hidden, pending, passkey, error }} />,
    status: error ? 401 : 200,
    locale,
  };
}

const useIn = (host: IdentityPluginHost, link: Link) => (tx: Transaction) => useSecondFactorLink(tx, host.events, link);

async function confirmCode(host: IdentityPluginHost, visit: LinkVisit, link: Link, epoch: number): Promise<PageAnswer> {
  const { userId, secretHash } = link;
  const code = (visit.form['code'] ?? '').replaceAll(/\s/gu, '');
  const input = { userId, code, language: visit.language, epoch, proof: { link: secretHash } };
  const enrolled = await enrolTotp(host, input, useIn(host, link));
  return enrolled ? donePage(host, link, enrolled.recoveryCodes) : setUpPage(host, visit, link, epoch, 'wrongCode');
}

async function makePasskey(host: IdentityPluginHost, visit: LinkVisit, link: Link, epoch: number): Promise<PageAnswer> {
  const { userId, secretHash } = link;
  const { form, language } = visit;
  const made = { response: form['passkey'] ?? '', name: form['name'], language, purpose: passkeyPurposeOf(link) };
  const input = { ...made, userId, epoch, proof: { link: secretHash } };
  const added = await storePasskey(host, input, useIn(host, link));
  return added
    ? donePage(host, link, added.recoveryCodes ?? [])
    : setUpPage(host, visit, link, epoch, 'passkeyNotMade');
}

function donePage({ brand, accounts }: IdentityPluginHost, { locale }: Link, codes: readonly string[]): PageAnswer {
  return { page: <LinkDonePage {...{ brand, codes }} accountPage={accounts.accountPage} />, locale };
}
