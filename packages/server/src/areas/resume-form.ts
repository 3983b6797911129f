import type { PageAnswer, PageRequest, Vault } from '@org/identity-core';
import { checkFormToken, isIdentityError } from '@org/identity-core';
import { keepForm, takeForm } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { z } from 'zod';

/*
 * A form that needs a sign-in first is not lost: its fields wait, sealed, and the page that is opened after the sign-in sends
 * them again. Only forms of a signed-in user are kept, and only that user can continue them, on the same page and once.
 */

interface Services {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

/** Fields that are never stored. The user enters them again. */
const secret = /passw|passkey|secret|code|token/iu;
const maxBytes = 64 * 1024;
const Fields = z.record(z.string(), z.string());

const purposeOf = (userId: string, page: string) => `kept form:${userId}:${page}`;

/** The sign-in that a page has asked for, now with the form that waits for it. */
export async function keepUntilSignedIn(
  { pool, vault }: Services,
  request: PageRequest,
  { answer, page, withoutSecrets = false }: { answer: PageAnswer; page: string; withoutSecrets?: boolean },
): Promise<PageAnswer> {
  const { userId } = request;
  if (!('signIn' in answer) || userId === undefined || !isOwnForm(request)) return answer;
  const { formToken: _own, ...all } = request.form;
  const fields = Object.entries(all).filter(([name, value]) => !secret.test(name) || value === '');
  if (fields.length < Object.keys(all).length && !withoutSecrets) return answer;
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
  if (plain.length > maxBytes) return answer;
  const id = await keepForm(pool, { userId, sealed: vault.seal(purposeOf(userId, page), plain) });
  return { ...answer, signIn: { ...answer.signIn, returnTo: `${page}?resume=${id}` } };
}

/** The fields of a form that has waited for the sign-in; undefined if there is none, or it has waited for too long. */
export async function takeKeptForm(
  { pool, vault }: Services,
  { userId, query }: PageRequest,
  page: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const id = query['resume'];
  if (id === undefined || userId === undefined) return undefined;
  const sealed = await takeForm(pool, { userId, id });
  if (!sealed) return undefined;
  try {
    return Fields.parse(JSON.parse(Buffer.from(vault.open(purposeOf(userId, page), sealed)).toString()));
  } catch {
    // It belongs to another page, or the deployment's secret has been replaced.
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
