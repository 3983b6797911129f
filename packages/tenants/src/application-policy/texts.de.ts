import type * as en from './texts.en.js';

export const policy: typeof en.policy = {
  title: 'Voreinstellung',
  lead: 'Was geschieht, wenn ein Mitglied eine Anwendung eines anderen Anbieters nutzen will, über die nichts entschieden wurde.',
  label: 'Andere Anwendungen',
  rules: {
    ALLOW: 'Mitglieder dürfen sie nutzen',
    ASK: 'Mitglieder fragen zuerst einen Verwalter',
    BLOCK: 'Niemand darf sie nutzen',
  },
  save: 'Voreinstellung speichern',
};

export const confirm: typeof en.confirm = {
  titles: {
    ASK: 'Mitglieder zuerst einen Verwalter fragen lassen?',
    BLOCK: 'Alle anderen Anwendungen sperren?',
  },
  button: 'Voreinstellung ändern',
  ends: 'Anwendungen anderer Anbieter, die Sie nicht einzeln erlaubt haben, lassen sich mit dieser Organisation nicht mehr nutzen. Was sie erhalten haben, endet sofort.',
  stay: 'Eigene Anwendungen dieses Dienstes sind nicht betroffen.',
};

export const notices: typeof en.notices = { default: 'Die Voreinstellung wurde gespeichert.' };
