import type * as en from './texts.en.js';

export const brokeGlass: typeof en.brokeGlass = {
  title: (tenant) => `Notfallanmeldung bei ${tenant}`,
  message: (email, tenant) =>
    `${email} hat sich bei ${tenant} für den Notfall angemeldet: nicht über Ihren Identitätsanbieter oder nicht aus einem Ihrer Netze.`,
  open: 'Verlauf öffnen',
  advice: 'Wenn es dafür keinen Grund gab, sperren Sie das Konto und ändern Sie sein Passwort.',
};
