import { line, type Part, sentence } from '@org/identity-ui';

/** The mail to the owners. Names are made safe for mails before they come here. */
export const mail = {
  title: (tenant: string) => line`Activate single sign-on of ${tenant}?`,
  message: (connection: string, host: string) =>
    line`Somebody used a setup link to add the connection ${connection} to the identity provider ${host}. Its domain was already verified, so an owner has to activate it. Until then, nobody can sign in with it.`,
  open: 'Check and activate',
  advice:
    "Activate it only if you know this provider. Whoever runs it decides who can sign in with email addresses of your domains. If you don't know it, delete the connection on the same page and withdraw the setup link under Single sign-on.",
  why: (tenant: string) => line`You get this email because you are an owner of ${tenant}.`,
};

/** On the page of a connection, for owners. */
export const owner = {
  linkTo: (email: Part) => sentence`the setup link you sent to ${email}`,
  unknownLink: 'a setup link',
  waiting: (link: Part) =>
    sentence`Somebody added this connection with ${link}. Check that the issuer and client ID are yours, then activate it.`,
  active: (link: Part) =>
    sentence`Somebody added and activated this connection with ${link}. Check that the issuer and client ID are yours, then confirm it. If you withdraw the link first, the connection is disabled.`,
  confirm: 'Confirm connection',
  /** In the list of connections. */
  unconfirmed: 'Not confirmed',
};

/** The same for the visitor of the setup link. */
export const visitor = {
  ask: 'Ask the owners to activate',
  next: 'Waiting for an owner',
  waits:
    'Your part is done. We emailed the owners and asked them to activate this connection, because its domain was already verified.',
};
