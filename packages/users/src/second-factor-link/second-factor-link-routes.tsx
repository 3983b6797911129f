import { type PageAnswer, type PageRoute, waitText } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { provePassword } from '../credentials/check-password.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { type LinkVisit, mailedLink } from '../mailed-links/mailed-link.js';
import { findPendingTotp, startTotp } from '../mfa/begin-totp.js';
import { enrolTotp } from '../mfa/confirm-totp.js';
import { newPasskeyOptions, storePasskey } from '../passkeys/add-passkey.js';
import { canHavePasskeys } from '../passkeys/ask-for-passkey.js';
import { findSecondFactorLink, useSecondFactorLink } from './find-second-factor-link.js';
import { openProof, passkeyPurposeOf, sealProof } from './link-proof.js';
import { LinkDonePage, LinkPasswordPage, LinkSetUpPage } from './second-factor-link-pages.js';
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

function passwordPage({ brand }: IdentityPluginHost, { action }: LinkVisit, link: Link, error?: string): PageAnswer {
  const { email, hasPassword, locale } = link;
  return {
    page: <LinkPasswordPage {...{ brand, action, email, hasPassword, error }} />,
    status: error === undefined ? 200 : 401,
    locale,
  };
}

/** With the same limits as a sign-in. */
async function enterPassword({ host, limiter }: Services, visit: LinkVisit, link: Link): Promise<PageAnswer> {
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
