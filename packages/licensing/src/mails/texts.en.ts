import { line } from '@org/identity-core';

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
