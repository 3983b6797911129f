import { randomBytes } from 'node:crypto';
import type { PageAnswer, PageCookie, PageRequest, Vault } from '@org/identity-core';
import { checkFormToken, isIdentityError } from '@org/identity-core';
import { keepForm, takeForm } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { z } from 'zod';

/*
 * A form that needs a sign-in first is not lost: its fields wait, sealed, and the page that is opened after the sign-in shows
 * them again. The user sends the form again, so a link alone changes nothing.
 *
 * A kept form belongs to the browser and the session that sent it, and to its page. It is lost if the sign-in has another origin
 * than the session had, or fewer factors: whoever has a weaker session must not leave a form for a stronger one.
 */

interface Services {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

/** Fields that are never stored. The user enters them again. */
const secret = /passw|passkey|secret|code|token/iu;
const maxBytes = 64 * 1024;
const Kept = z.object({ fields: z.record(z.string(), z.string()), secondFactor: z.boolean() });

/** Identifies the browser that has sent a form. */
const cookieName = 'identity-form';
const cookieSeconds = 60 * 60;
const browserCookie = (value: string): PageCookie => ({ name: cookieName, value, maxAgeSeconds: cookieSeconds });

interface Sender {
  readonly userId: string;
  readonly session: NonNullable<PageRequest['session']>;
  readonly browser: string;
}

/** The sealed form can be opened only by the same user, in the same session and browser, with the same origin and on the same page. */
const purposeOf = ({ userId, session, browser }: Sender, { origin }: PageRequest, page: string) =>
  `kept form:${JSON.stringify([userId, session.uid, browser, origin, page])}`;

/** The sign-in that a page has asked for, now with the form that waits for it. */
export async function keepUntilSignedIn(
  { pool, vault }: Services,
  request: PageRequest,
  { answer, page, withoutSecrets = false }: { answer: PageAnswer; page: string; withoutSecrets?: boolean },
): Promise<PageAnswer> {
  const { userId, session } = request;
  if (!('signIn' in answer) || userId === undefined || !session || !isOwnForm(request)) return answer;
  const { formToken: _own, ...all } = request.form;
  const fields = Object.entries(all).filter(([name, value]) => !secret.test(name) || value === '');
  if (fields.length < Object.keys(all).length && !withoutSecrets) return answer;
  const { secondFactor } = session;
  const plain = Buffer.from(JSON.stringify({ fields: Object.fromEntries(fields), secondFactor }));
  if (plain.length > maxBytes) return answer;
  const browser = request.cookie(cookieName) ?? randomBytes(24).toString('base64url');
  const sealed = vault.seal(purposeOf({ userId, session, browser }, request, page), plain);
  const id = await keepForm(pool, { userId, sealed });
  const cookies = [...(answer.cookies ?? []), browserCookie(browser)];
  return { ...answer, cookies, signIn: { ...answer.signIn, returnTo: `${page}?resume=${id}` } };
}

/** The fields of a form that has waited for the sign-in; undefined if there is none, or it is not of this session. */
export async function takeKeptForm(
  { pool, vault }: Services,
  request: PageRequest,
  page: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { userId, session } = request;
  const id = request.query['resume'];
  const browser = request.cookie(cookieName);
  if (id === undefined || userId === undefined || !session || browser === undefined) return undefined;
  const sealed = await takeForm(pool, { userId, id });
  if (!sealed) return undefined;
  const kept = openKept(vault, purposeOf({ userId, session, browser }, request, page), sealed);
  if (!kept || (kept.secondFactor && !session.secondFactor)) return undefined;
  return kept.fields;
}

function openKept(vault: Services['vault'], purpose: string, sealed: Uint8Array): z.output<typeof Kept> | undefined {
  try {
    return Kept.parse(JSON.parse(Buffer.from(vault.open(purpose, sealed)).toString()));
  } catch {
    // It belongs to another session, browser or page, or the deployment's secret has been replaced.
    return undefined;
  }
}

function isOwnForm(request: PageRequest): boolean {
  try {
    checkFormToken(request);
    return true;
  } catch (error) {
    if (isIdentityError(error)) return false;
    throw error;
  }
}
