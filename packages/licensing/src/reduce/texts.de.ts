import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const reduce: typeof en.reduce = {
  name: 'Ungenutzte Lizenzen freigeben',
  title: (application) => line`Lizenzen für ${application} freigeben`,
  lead: 'Wählen Sie einen Lizenztyp und wie viele Lizenzen vergeben bleiben sollen. Die Seite zeigt dann, wessen Lizenzen am längsten nicht genutzt wurden. Es ändert sich nichts, bevor Sie es bestätigen.',
  licenseType: 'Lizenztyp',
  choice: (type, held) => line`${type} (${held} vergeben)`,
  seats: 'Lizenzen, die vergeben bleiben',
  seatsHint: 'Es können bis zu 200 Lizenzen auf einmal freigegeben werden.',
  show: 'Anzeigen, wessen Lizenzen das sind',
  none: 'Niemand hat eine Lizenz für diese Anwendung.',
  enough: 'Es sind so viele oder weniger Lizenzen vergeben. Geben Sie eine kleinere Zahl ein.',
  caption: 'Lizenzen, die am längsten nicht genutzt wurden',
  order:
    'Die Lizenz, die am längsten nicht genutzt wurde, steht oben. Lizenzen, die für die Arbeit ohne Verbindung ausgeliehen sind, fehlen hier.',
  short: (found, wanted) =>
    line`Nur ${found} von ${wanted} Lizenzen können freigegeben werden. Die anderen sind ausgeliehen, oder es sind mehr als 200 auf einmal.`,
  waiting: 'Es warten Personen auf eine solche Lizenz. Freigegebene Lizenzen erhalten sie sofort.',
  submit: 'Diese Lizenzen entziehen',
  back: 'Zurück zu den Inhabern',
};

export const errors: typeof en.errors = {
  licenseType: 'Wählen Sie einen Lizenztyp aus.',
  seats: 'Geben Sie eine ganze Zahl ein.',
};

export const refusals: typeof en.refusals = {
  SEAT_LEASED: 'Eine der Lizenzen ist für die Arbeit ohne Verbindung ausgeliehen. Es wurde nichts geändert.',
};
