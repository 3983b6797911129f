import { line, type Part, sentence } from '@org/identity-ui';

/** The mail to the owners. Names are made safe for mails before they come here. */
export const mail = {
  title: (tenant: string) => line`Activate single sign-on of ${tenant}?`,
  message: (connection: string, host: string) =>
    line`Somebody with a setup link has set up the connection ${connection} to the identity provider ${host}. Its domain was verified before, so it waits for an owner. Nobody signs in with it before you activate it.`,
  open: 'Check and activate',
  advice:
    'Activate it only if you know this provider: whoever runs it decides who signs in with email addresses of your domains. Otherwise withdraw the setup link.',
  why: (tenant: string) => line`You get this email because you are an owner of ${tenant}.`,
};

/** On the page of a connection, for owners. */
export const owner = {
  waiting: (email: Part) =>
    sentence`This connection was made with a setup link (sent to ${email}), and no owner has confirmed it. Check the issuer and the client ID before you activate it.`,
  active: (email: Part) =>
    sentence`This connection was made with a setup link (sent to ${email}), and no owner has confirmed it. Until you confirm it, it ends when the link is withdrawn.`,
  unknown: 'somebody',
  confirm: 'Confirm',
};

/** The same for the visitor of the setup link. */
export const visitor = {
  waits:
    'The owners of the organization were asked by email to activate this connection. You need not do anything else.',
};
