import { line } from '@org/identity-core';

export const mail = {
  title: (application: string) => line`Your seat of ${application} is about to be released`,
  message: (application: string, tenant: string, since: string, until: string) =>
    line`You have not used ${application} in ${tenant} since ${since}. If you do not use it until ${until}, your seat is released, so that somebody else can use it.`,
  after: 'If you no longer need it, you do not have to do anything.',
};
