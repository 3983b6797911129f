/** The client id of the service itself, for sign-ins to its own pages. It is in no table. */
export const accountClientId = 'identity-account';
