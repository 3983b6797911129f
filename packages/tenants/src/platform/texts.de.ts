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
};
