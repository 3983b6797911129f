import { line } from '@org/identity-ui';

/** A directory wants a member gone whom it does not manage. Names are made safe for mails before they come here. */
export const held = {
  title: (directory: string, person: string) => line`${directory} asked to suspend ${person}`,
  message: (directory: string, person: string, tenant: string) =>
    line`The directory ${directory} asked us to suspend ${person} at ${tenant}. We did nothing, because the directory does not manage this member. If the request is right, hand the member over: they are then suspended immediately. If it is wrong, correct it in your directory.`,
  open: 'Open the directory',
  after: (tenant: string) =>
    line`You get this email because you are an owner of ${tenant}. It is sent once a day at most for each member.`,
};

/** A setup link has made a directory. */
export const made = {
  title: (directory: string) => line`Confirm the directory ${directory}?`,
  message: (directory: string, tenant: string) =>
    line`Somebody used a setup link of ${tenant} to add the directory ${directory}. Until an owner confirms it, it manages only the members that it added itself, and it ends when the setup link is withdrawn. If you do not know this directory, delete it on its page.`,
  open: 'Check and confirm',
  after: (tenant: string) => line`You get this email because you are an owner of ${tenant}.`,
};
