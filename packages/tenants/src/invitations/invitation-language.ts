import { type Language, languageOf } from '@org/identity-ui';

export interface InvitationLocales {
  /** The locale of the invited user, if there is an account. */
  invited: string | null | undefined;
  /** The locale of the inviting user: people who work together usually share a language. */
  inviter: string | null | undefined;
}

/** The language of an invitation mail; if neither locale is known, that of the request. */
export function invitationLanguage({ invited, inviter }: InvitationLocales, otherwise: Language): Language {
  return languageOf(invited, languageOf(inviter, otherwise));
}
