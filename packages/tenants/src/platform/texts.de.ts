import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const tenants: typeof en.tenants = {
  name: 'Organisationen',
  title: 'Organisationen',
  search: 'Name oder Kurzname',
  total: (count) => (count === 1 ? '1 Organisation' : line`${count} Organisationen`),
  empty: 'Keine Organisation gefunden.',
  tenant: 'Organisation',
  members: 'Mitglieder',
  policy: 'Zweiter Faktor',
  policies: { REQUIRED: 'Erforderlich', OPTIONAL: 'Freiwillig' },
  created: 'Erstellt',
  create: 'Neue Organisation',
};

export const tenantNotices: typeof en.tenantNotices = {
  created: 'Die Organisation wurde erstellt. Die Einladung ist unterwegs an ihren Inhaber.',
};

export const newTenant: typeof en.newTenant = {
  title: 'Neue Organisation',
  lead: 'Der Inhaber erhält eine Einladung per E-Mail. Bis er sie annimmt, hat die Organisation keine Mitglieder.',
  nameLabel: 'Name',
  slugLabel: 'Kurzname (optional)',
  slugHint:
    'Teil der Webadresse: Kleinbuchstaben, Ziffern und Bindestriche. Ohne Angabe wird er aus dem Namen gebildet.',
  ownerLabel: 'E-Mail-Adresse des Inhabers',
  ownerHint: 'Die Einladung gilt 7 Tage. In der Verwaltung der Organisation können Sie sie erneut senden.',
  create: 'Organisation erstellen und Einladung senden',
};

export const newTenantFields: typeof en.newTenantFields = {
  name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  slug: 'Verwenden Sie 3 bis 63 Kleinbuchstaben, Ziffern und einzelne Bindestriche. Manche Wörter wie admin sind nicht möglich.',
  ownerEmail: 'Geben Sie eine E-Mail-Adresse wie ada@example.com ein.',
};

export const newTenantRefusals: typeof en.newTenantRefusals = {
  SLUG_TAKEN: 'Dieser Kurzname ist vergeben. Wählen Sie einen anderen.',
};
