import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const apis: typeof en.apis = {
  name: 'APIs',
  title: 'APIs',
  lead: 'APIs, für die Anwendungen über ihre Kennung Tokens bekommen. Die APIs dieses Dienstes stehen nicht in der Liste.',
  search: 'Name oder Kennung',
  empty: 'Keine API gefunden.',
  api: 'API',
  isOpen: 'Offen',
  identifier: 'Kennung',
  identifierHint:
    'Eine URI wie https://api.example.com. Tokens nennen sie als Empfänger. Sie lässt sich später nicht ändern.',
  scopes: 'Scopes',
  scopesHint: 'Einer pro Zeile: sein Name, dann was Personen lesen, wenn eine Anwendung danach fragt.',
  clients: 'Clients',
  clientsHint: 'Einer pro Zeile: die Client-ID, dann die Scopes, nach denen er fragen darf.',
  who: 'Wer danach fragen darf',
  onlyListed: 'Nur die Clients der Liste',
  alsoOthers: 'Auch alle Anwendungen Dritter, wenn die Person zustimmt',
  openHint: 'Maschinen müssen immer in der Liste stehen.',
  createTitle: 'Neue API',
  nameLabel: 'Name',
  create: 'API erstellen',
  settings: 'Einstellungen',
  save: 'Speichern',
  deleteTitle: 'Löschen',
  deleteHint: 'Mit der API werden ihre Scopes gelöscht, und was Personen erlaubt haben.',
  delete: 'API löschen',
};

export const apiProblems: typeof en.apiProblems = {
  fields: {
    identifier: 'Geben Sie eine absolute URI ohne Fragment ein, die keine andere API hat.',
    name: 'Geben Sie einen Namen ein.',
    scopes:
      'Geben Sie einen Namen ein, der kein Scope dieses Dienstes ist, und eine Beschreibung mit höchstens 200 Zeichen.',
    clients: 'Geben Sie einen vorhandenen Client und Scopes dieser API ein.',
    open: 'Wählen Sie, wer danach fragen darf.',
  },
  atLine: (number, text) => line`Zeile ${number}: ${text}`,
};

export const apiConfirm: typeof en.apiConfirm = {
  deleteTitle: (name) => line`${name} löschen?`,
  delete: 'API löschen',
  deleteFact:
    'Keine Anwendung bekommt mehr ein Token dafür. Was Personen erlaubt haben, wird vergessen. Das lässt sich nicht rückgängig machen.',
  narrowTitle: (name) => line`Bei ${name} Rechte entziehen?`,
  narrow: 'Ändern',
  narrowFact:
    'Anwendungen verlieren Rechte mit ihrem nächsten Token. Vorhandene Tokens behalten sie, bis sie ablaufen.',
};

export const apiNotices: typeof en.apiNotices = {
  created: 'Die API wurde erstellt. Ergänzen Sie ihre Scopes und Clients.',
  changed: 'Die API wurde geändert.',
  unchanged: 'Es wurde nichts geändert.',
  deleted: 'Die API wurde gelöscht.',
};
