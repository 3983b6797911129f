import { type Language, languageOf } from '@org/identity-core';

export interface InvitationLocales {
  /** Of the person who is invited, where they have an account. */
  invited: string | null | undefined;
  /** Of whoever invites: people who work together mostly share a language. */
  inviter: string | null | undefined;
}

/** What the mail with an invitation is written in; where neither of the two tells, as the request is. */
export function invitationLanguage({ invited, inviter }: InvitationLocales, otherwise: Language): Language {
  return languageOf(invited, languageOf(inviter, otherwise));
}
