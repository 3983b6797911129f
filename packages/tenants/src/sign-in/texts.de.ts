import { type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const chooseTenant: typeof en.chooseTenant = {
  title: 'Organisation wählen',
  which: (email: Part, client: Part) =>
    sentence`Sie sind als ${email} angemeldet. Welche Organisation möchten Sie mit ${client} verwenden?`,
  roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
  otherAccount: 'Anderes Konto verwenden',
  cancel: 'Abbrechen',
};
