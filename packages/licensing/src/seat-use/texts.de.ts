import type * as en from './texts.en.js';

export const use: typeof en.use = {
  lastUse: 'Letzte Nutzung',
  never: 'Noch nicht genutzt',
  idle: 'Letzte Nutzung',
  any: 'Beliebig',
  days: (count) => `Seit ${count} Tagen ungenutzt`,
  reduce: 'Ungenutzte Lizenzen freigeben',
};
