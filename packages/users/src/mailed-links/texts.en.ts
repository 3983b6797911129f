export const deadLink = {
  title: 'This link no longer works',
  message: 'It has expired, was already used, or was replaced by a newer one.',
  advice: {
    passwordReset: 'If you still need a new password, request a new link.',
    emailChange: 'If your email address has not changed yet, request a new link in your account.',
    emailVerification: 'If your email address is not confirmed yet, request a new link in your account.',
    secondFactor: 'If you still need a second factor, ask the operator of this service for a new link.',
    registration: 'If you already have an account, sign in to the application. If not, sign up there again.',
  },
};
