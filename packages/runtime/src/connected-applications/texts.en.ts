import { line, type Part, sentence } from '@org/identity-ui';

/** The page of the account. */
export const account = {
  name: 'Applications',
  title: 'Connected applications',
  lead: 'You have allowed these third-party applications to use your account. Take back what you no longer need.',
  empty: 'You have not allowed any third-party application to use your account.',
  agent: 'Agent',
  document: (host: Part) => sentence`It identifies itself with ${host}.`,
  kinds: {
    MANUAL: 'Registered by those who run this service.',
    METADATA_DOCUMENT: 'It describes itself.',
    REGISTERED: 'It has registered itself. Nobody has checked who is behind it.',
  },
  redirectsTo: {
    loopback: (hosts: Part) => sentence`It runs on this computer, at ${hosts}.`,
    web: (hosts: Part) => sentence`After the sign-in you continue at ${hosts}.`,
    app: (schemes: Part) => sentence`After the sign-in you continue in an app on your device: ${schemes}.`,
  },
  since: (time: Part) => sentence`Allowed ${time}`,
  sinceWith: (time: Part, tenant: Part) => sentence`Allowed ${time}, with ${tenant}`,
  withoutScopes: 'without any special permission',
  lastUsed: (time: Part) => sentence`Last used ${time}`,
  neverUsed: 'Not used yet',
  mayDo: 'It may:',
  atApi: (api: Part, scopes: Part) => sentence`Use ${api}: ${scopes}`,
  takeBack: 'Take back',
};

export const accountNotices = { 'taken-back': 'Taken back. The application can no longer use your account.' };
export const accountRefusals = { NOT_FOUND: 'You have taken this back already.' };

export const accountConfirm = {
  title: (application: string) => line`Take back what you have allowed ${application}?`,
  button: 'Take back',
  ends: 'It can no longer use your account, from now on. If you use it again, it asks you first.',
  keeps: 'What it has already read or stored stays there. Ask the people who run it to delete it.',
};

/** The page of a tenant's console. */
export const tenant = {
  name: 'Applications',
  title: 'Third-party applications',
  lead: 'Third-party applications that members use with this organization, or have asked for. Applications of this service itself are not listed: they cannot be blocked here.',
  empty: 'No member uses a third-party application with this organization.',
  application: 'Application',
  status: 'Status',
  members: 'Members',
  lastUsed: 'Last used',
  never: 'Never',
  requestedBy: 'Asked by',
  nobody: '–',
  former: 'A former member',
  actions: 'Decide',
  allow: 'Allow',
  block: 'Block',
  undecide: 'Use the default',
  dismiss: 'Dismiss',
  agent: 'Agent',
  mark: 'Count as an agent',
  unmark: 'No longer an agent',
  statuses: {
    ALLOWED: 'Allowed',
    BLOCKED: 'Blocked',
    REQUESTED: 'Waits for you',
    byDefault: 'Allowed by default',
    notByDefault: 'Not allowed by default',
    everywhere: 'Blocked by the platform',
  },
};

export const tenantNotices = {
  allowed: 'Allowed. Members can use the application with this organization.',
  blocked: 'Blocked. The application can no longer be used with this organization.',
  undecided: 'The default of this organization counts now.',
  marked: 'The application counts as an agent now. Some applications ask for a license of its own.',
  unmarked: 'The application no longer counts as an agent.',
  unmarkedEnded: 'The application no longer counts as an agent. Its own licenses have ended.',
  stillAgent: 'You no longer count the application as an agent. It still is one, as it or the platform says so.',
};
export const tenantRefusals = { NOT_FOUND: 'There is no such application, or nothing was decided about it.' };

export const tenantConfirm = {
  blockTitle: (application: string) => line`Block ${application}?`,
  block: 'Block',
  blockFact: (members: number) =>
    members === 1
      ? '1 member uses it with this organization.'
      : line`${members} members use it with this organization.`,
  ends: 'What it got for this organization ends at once. Nobody can allow it again but you and the other managers.',
  unmarkTitle: (application: string) => line`No longer count ${application} as an agent?`,
  unmark: 'No longer an agent',
  unmarkFact: 'License checks then look at the licenses of the members only.',
  licensesEnd: (licenses: number) =>
    licenses === 1 ? 'Its own license ends at once.' : line`Its ${licenses} own licenses end at once.`,
  undecideTitle: (application: string) => line`Use the default for ${application}?`,
  undecide: 'Use the default',
  undecideFact: 'If the default does not allow it, what it got for this organization ends at once.',
};

/** The page of a sign-in that the tenant does not allow, or not yet. */
export const step = {
  title: 'Application not allowed',
  blocked: (application: Part) => sentence`You cannot use ${application} here`,
  blockedLead: (tenant: Part) => sentence`${tenant} does not allow this application.`,
  blockedAdvice: 'If you need it, talk to an admin of your organization.',
  ask: (application: Part) => sentence`${application} needs the approval of your organization`,
  askLead: (tenant: Part) => sentence`A manager of ${tenant} has to allow this application before you can use it.`,
  askManager: 'Ask a manager',
  requested: 'Your managers have been asked',
  requestedLead: (tenant: Part, application: Part) =>
    sentence`A manager of ${tenant} decides about ${application}. Whoever asked first gets an email.`,
  requestedAdvice: 'Come back once it is allowed. You can close this window.',
  manages: 'You manage this organization: you can allow it yourself.',
  open: 'Open the applications of your organization',
  allowed: (application: Part) => sentence`You can use ${application} now`,
  continue: 'Continue',
  back: (application: Part) => sentence`Back to ${application}`,
  otherAccount: 'Use another account',
};

export const mails = {
  requested: {
    title: (person: string, application: string) => line`${person} asks for ${application}`,
    message: (person: string, application: string, tenant: string) =>
      line`${person} wants to use ${application} with ${tenant}. It is a third-party application: allow it only if you know it.`,
    decide: 'Decide',
    after: (tenant: string) =>
      line`You get this email because you manage ${tenant}. It is sent at most once an hour, however many requests there are.`,
  },
  allowed: {
    title: (tenant: string, application: string) => line`${tenant} has allowed ${application}`,
    message: (tenant: string, application: string) => line`You can now use ${application} with ${tenant}.`,
    after: (tenant: string) => line`You get this email because you have asked ${tenant} for it.`,
  },
  blocked: {
    title: (tenant: string, application: string) => line`${tenant} does not allow ${application}`,
    message: (tenant: string, application: string) =>
      line`A manager of ${tenant} has decided that ${application} cannot be used there.`,
    after: (tenant: string) => line`You get this email because you have asked ${tenant} for it.`,
  },
};
