import { line } from '@org/identity-ui';

/** A directory wants a member gone whom it does not manage. Names are made safe for mails before they come here. */
export const held = {
  title: (directory: string, person: string) => line`${directory} wants to suspend ${person}`,
  message: (directory: string, person: string, tenant: string) =>
    line`The directory ${directory} says that ${person} has left ${tenant}. Nothing has changed: the directory does not manage this member. If the directory is right, hand the member over to it. The member is then suspended at once.`,
  open: 'Open the directory',
  after: (tenant: string) =>
    line`You get this email because you are an owner of ${tenant}. It is sent once a day at most for each member.`,
};

/** A setup link has made a directory. */
export const made = {
  title: (directory: string) => line`A setup link has added the directory ${directory}`,
  message: (directory: string, tenant: string) =>
    line`Somebody with a setup link of ${tenant} has added the directory ${directory}. Until an owner confirms it, it manages only the members that it has added itself, and it ends when the setup link is withdrawn.`,
  open: 'Look at the directory',
  after: (tenant: string) => line`You get this email because you are an owner of ${tenant}.`,
};
