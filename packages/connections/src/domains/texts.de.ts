import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const lapsed: typeof en.lapsed = {
  title: (domain) => line`${domain} ist nicht mehr bestätigt`,
  message: (domain, record) =>
    line`Der TXT-Eintrag ${record} fehlt seit einer Woche. Deshalb gilt ${domain} nicht mehr als bestätigt: Single Sign-on dieser Domain ist aus, und niemand wird durch sie in die Organisation aufgenommen. Mitglieder bleiben Mitglieder.`,
  open: 'Domain öffnen',
  advice:
    'Veröffentlichen Sie den Eintrag wieder. Er wird dann innerhalb eines Tages gefunden, oder sofort, wenn Sie ihn auf dieser Seite prüfen.',
  why: (tenant) => line`Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant} sind.`,
};
