import { line } from '@org/identity-ui';

/** The mails about licenses. Names are made safe for mails before they come here. */
export const mails = {
  granted: {
    title: (application: string) => line`You have a license for ${application}`,
    message: (tenant: string, application: string, type: string) =>
      line`${tenant} has given you a license for ${application}: ${type}.`,
  },
  removed: {
    title: (application: string) => line`Your license for ${application} was removed`,
    message: (tenant: string, application: string, type: string) =>
      line`You no longer have a license of ${tenant} for ${application} (${type}). Your account stays as it is.`,
    after: (tenant: string) => line`If you still need it, ask an admin of ${tenant}.`,
  },
  requested: {
    title: (person: string, application: string) => line`${person} asks for a license for ${application}`,
    message: (person: string, tenant: string, application: string) =>
      line`${person} asks ${tenant} for a license for ${application}.`,
    open: (count: number) => (count === 1 ? 'This is the only open request.' : line`${count} requests are open.`),
    decide: 'Decide',
    after: (tenant: string) =>
      line`You get this email because you manage ${tenant}. It is sent at most once an hour, however many requests there are.`,
  },
  approved: {
    title: (application: string) => line`Your request for ${application} was approved`,
    message: (tenant: string, application: string, type: string) =>
      line`${tenant} has given you a license for ${application}: ${type}.`,
  },
  waiting: {
    title: (application: string) => line`Your request for ${application} was approved, and you are on the waiting list`,
    message: (tenant: string, application: string, type: string, position: number) =>
      line`${tenant} has no free license for ${application} (${type}) at the moment. You are number ${position} on the waiting list. You get a license as soon as it is your turn.`,
  },
  declined: {
    title: (application: string) => line`Your request for ${application} was declined`,
    message: (tenant: string, application: string) =>
      line`${tenant} has declined your request for a license for ${application}.`,
  },
  takenOff: {
    title: (application: string) => line`You are no longer on the waiting list for ${application}`,
    message: (tenant: string, application: string) =>
      line`${tenant} has taken you off the waiting list for ${application}.`,
  },
  reclaim: {
    title: (application: string) => line`Your seat of ${application} is about to be released`,
    message: (application: string, tenant: string, since: string, until: string) =>
      line`You have not used ${application} in ${tenant} since ${since}. If you do not use it until ${until}, your seat is released, so that somebody else can use it.`,
    after: 'If you no longer need it, you do not have to do anything.',
  },
  /** Several changes in one mail. */
  changes: {
    title: (count: number) => line`${count} changes to your licenses`,
    message: (tenant: string) =>
      line`${tenant} has changed your licenses several times. The latest change comes first:`,
    lines: {
      granted: (application: string, type: string) => line`You have a license for ${application}: ${type}.`,
      removed: (application: string, type: string) => line`Your license for ${application} (${type}) was removed.`,
      reclaim: (application: string, type: string, date: string) =>
        line`Your license for ${application} (${type}) is released on ${date}, unless you use it until then.`,
      approved: (application: string, type: string) =>
        line`Your request for ${application} was approved. You have a license: ${type}.`,
      waiting: (application: string, type: string, position: string) =>
        line`Your request for ${application} (${type}) was approved, and you are number ${position} on the waiting list.`,
      declined: (application: string) => line`Your request for ${application} was declined.`,
      takenOff: (application: string) => line`You are no longer on the waiting list for ${application}.`,
    },
    more: (count: number) => line`and ${count} more`,
    after: (tenant: string) =>
      line`You get this email because ${tenant} has changed your licenses. It is one email because there were many changes.`,
  },
  note: (note: string) => line`The answer: “${note}”`,
  open: 'Your licenses',
  after: (tenant: string) => line`You get this email because you are a member of ${tenant}.`,
};

/** The form that turns mails off. */
export const settings = {
  name: 'Emails about licenses',
  title: 'Emails about licenses',
  lead: 'Choose which emails are sent to your members and admins.',
  kinds: {
    granted: 'To members who get a license',
    removed: 'To members who lose a license',
    reclaim: 'To members whose license will be removed because they do not use it',
    requested: 'To owners and admins when somebody asks for a license, at most once an hour',
    approved: 'To members whose request was approved',
    declined: 'To members whose request was declined',
  },
  save: 'Save',
  notices: { 'license-mails': 'Your choice of emails was saved.' },
};
