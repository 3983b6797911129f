/** What every mail about a change of an account ends with. */
export const notYou = 'If that was not you, somebody else has your account: tell the people who run it at once.';
