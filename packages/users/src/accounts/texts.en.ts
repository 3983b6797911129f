/** Sentences that several features use. */
export const shared = {
  notYou: 'If this was not you, someone else may have access to your account. Contact support right away.',
  ignore: 'If you did not request this, you can ignore this email',
  wholeAddress: 'Enter a full email address, such as ann@example.com.',
  passwordHint: 'At least 8 characters. A few unusual words work well.',
};

export const account = {
  /** The label of an invisible field. */
  nameField: 'Account',
};
