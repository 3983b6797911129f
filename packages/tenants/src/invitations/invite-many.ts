import {
  EnteredEmail,
  type IdentityError,
  type InvitedLicense,
  isIdentityError,
  type Principal,
  type Role,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { createInvitation } from './create-invitation.js';

/** The most emails that one form can invite. */
export const maxInvited = 100;

/** What became of one email of the list. */
export type InviteResult = 'invited' | 'member' | 'pending' | 'invalid' | 'limited' | 'noSeat' | 'failed';

export interface InvitedLine {
  readonly email: string;
  readonly result: InviteResult;
  /** Why the email was refused; undefined if it is no email. */
  readonly error?: IdentityError;
}

/** Errors that concern one email. The others of the list are still invited. */
const ofOneEmail: Readonly<Record<string, InviteResult>> = {
  ALREADY_MEMBER: 'member',
  INVITATION_EXISTS: 'pending',
  RATE_LIMITED: 'limited',
  NO_SEATS_AVAILABLE: 'noSeat',
};

interface InviteManyInput {
  tenantId: string;
  principal: Principal;
  emails: readonly string[];
  role: Role;
  expiresInDays: number;
  licenses?: readonly InvitedLicense[];
  language: Language;
}

/**
 * Invites each email of a list in a transaction of its own, so that one that is refused does not undo the others. An error
 * that concerns them all, such as a missing right, is thrown if nobody was invited before it.
 */
export async function inviteMany(host: IdentityPluginHost, { emails, ...input }: InviteManyInput) {
  const lines: InvitedLine[] = [];
  for (const email of emails) lines.push({ email, ...(await inviteOne(host, { ...input, email }, lines)) });
  return lines;
}

async function inviteOne(
  host: IdentityPluginHost,
  { email, ...input }: Omit<InviteManyInput, 'emails'> & { email: string },
  before: readonly InvitedLine[],
): Promise<Omit<InvitedLine, 'email'>> {
  const entered = EnteredEmail.safeParse(email);
  if (!entered.success) return { result: 'invalid' };
  try {
    await createInvitation(host, { ...input, email: entered.data });
    return { result: 'invited' };
  } catch (error) {
    if (!isIdentityError(error)) throw error;
    const result = ofOneEmail[error.code];
    if (result) return { result, error };
    // Those who were invited have their mail already: the page must say so.
    if (before.some((line) => line.result === 'invited')) return { result: 'failed', error };
    throw error;
  }
}
