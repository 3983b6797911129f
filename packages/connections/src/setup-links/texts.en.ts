import { line, type Part, sentence } from '@org/identity-ui';

/** The mail with the link. Names are made safe for mails before they come here. */
export const mail = {
  title: (tenant: string) => line`Set up single sign-on for ${tenant}`,
  message: (by: string, tenant: string, product: string) =>
    line`${by} asks you to set up how the people of ${tenant} sign in to ${product}. You need access to the DNS of your domain and to your identity provider, such as Okta, Microsoft Entra ID or Google Workspace. You do not need an account.`,
  open: 'Start the setup',
  after: (until: string) =>
    line`The link works until ${until}. Anyone who has it can do the setup, so forward it only to people you trust. If you did not expect this email, you can ignore it.`,
};

/** The frame of its pages. */
export const console = { name: 'Setup', groups: { security: 'Security' } };

/** The page that the link opens. */
export const landing = {
  title: (tenant: string) => line`Set up single sign-on for ${tenant}`,
  lead: (by: Part, tenant: Part) =>
    sentence`${by} has asked you to connect the sign-in of ${tenant}. You can stop at any time and open the link again later.`,
  need: 'What you need',
  needs: [
    'Access to the DNS settings of your domain',
    'Administrator access to your identity provider, such as Okta, Microsoft Entra ID or Google Workspace',
  ],
  until: (until: Part) => sentence`This link works until ${until}.`,
  start: 'Start',
};

/** Instead of the pages, if there is no valid link. */
export const dead = {
  title: 'This setup link cannot be used',
  lead: 'It has expired, was withdrawn, or was opened in another browser. Open the link in your email again, or ask the person who sent it for a new one.',
};

/** The start page of the visitor. */
export const start = {
  name: 'Overview',
  title: 'Set up single sign-on',
  lead: 'When all steps are done, people sign in with the account that they have at your organization. What you enter is saved, so you can stop and continue later.',
  domainStep: '1. Prove your domain',
  domainLead: 'A record in your DNS shows that the email addresses of this domain belong to your organization.',
  connectionStep: '2. Connect your identity provider',
  connectionLead: 'Register an application at your provider, enter its data, test the sign-in, and activate it.',
  toDo: 'To do',
  begun: 'Started',
  waits: 'Waiting for an owner',
  done: 'Done',
  open: 'Open',
};

/** The part of the console in which owners make links. */
export const section = {
  heading: 'Let somebody else set this up',
  lead: "Send a link to a colleague or your IT provider. It opens only the pages for domains, connections and directories of this organization, works for 7 days, and needs no account. The link can't make anyone an admin or change what owners added or confirmed. If you withdraw it, everything added with it that no owner has confirmed is disabled.",
  email: 'Email address',
  send: 'Send link',
  open: 'Open links',
  recipient: 'Sent to',
  used: 'Last used',
  never: 'Not yet',
  expires: 'Expires',
  action: 'Action',
  withdraw: 'Withdraw',
};

/** What is asked before a link is withdrawn. */
export const confirm = {
  title: (email: string) => line`Withdraw the link for ${email}?`,
  button: 'Withdraw link',
  facts: [
    'The link stops working.',
    'Connections and directories that were added with it, and that no owner has confirmed, are disabled. People who signed in with them are signed out.',
    'Domains that were added with it have to be verified again.',
    'To keep one of them, confirm it first.',
  ],
};

export const notices = {
  'link-sent': 'The setup link was sent.',
  'link-withdrawn':
    'The setup link was withdrawn. It can no longer be used, and what was added with it and not confirmed is disabled.',
};

export const refusals = {
  TOO_MANY_SETUP_LINKS: 'There are 10 open links already. Withdraw one first.',
  NOT_FOUND: 'This link was withdrawn already.',
};

export const fields = { email: 'Enter an email address.' };
