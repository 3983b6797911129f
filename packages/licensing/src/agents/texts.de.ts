import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const agents: typeof en.agents = {
  name: 'Agenten',
  title: 'Agenten',
  lead: 'Ein Agent ist ein Programm, das für Personen handelt. Seine Lizenz zählt wie die einer Person.',
  optional:
    'Bei dieser Anwendung nutzen Agenten die Lizenz der Person, für die sie handeln. Sie brauchen keine eigene.',
  caption: 'Agenten mit einer Lizenz',
  agent: 'Agent',
  licenseType: 'Lizenztyp',
  since: 'Seit',
  actions: 'Aktionen',
  takeBack: 'Entziehen',
  of: (name) => line`: die Lizenz von ${name}`,
  empty: 'Kein Agent hat eine Lizenz für diese Anwendung.',
  choose: 'Agent',
  grant: 'Dem Agenten eine Lizenz geben',
  noneFree: 'Es ist keine Lizenz frei.',
  deleted: 'Ein gelöschtes Programm',
};

export const confirm: typeof en.confirm = {
  title: (name) => line`${name} die Lizenz entziehen?`,
  button: 'Entziehen',
  facts: ['Der Agent kann diese Anwendung dann für niemanden in Ihrer Organisation mehr nutzen.'],
};

export const notices: typeof en.notices = {
  'agent-seat-granted': 'Der Agent hat jetzt eine Lizenz.',
  'agent-seat-taken-back': 'Dem Agenten wurde die Lizenz entzogen.',
};

export const refusals: typeof en.refusals = {
  AGENT_NOT_FOUND: 'Wählen Sie einen Agenten aus der Liste. Es wurde nichts geändert.',
  AGENT_SEAT_NOT_FOUND: 'Der Agent hat keine Lizenz für diese Anwendung mehr. Es wurde nichts geändert.',
  ALREADY_LICENSED: 'Dieser Agent hat schon eine Lizenz für die Anwendung. Es wurde nichts geändert.',
  INVALID_LICENSE_TYPE: 'Wählen Sie einen Lizenztyp dieser Anwendung. Es wurde nichts geändert.',
  NO_SEATS_AVAILABLE: 'Von dieser Lizenz ist keine frei. Es wurde nichts geändert.',
  NOTHING_BOUGHT: 'Ihre Organisation hat diese Lizenz nicht gekauft. Es wurde nichts geändert.',
  NOT_ACTIVE: 'Das Abonnement dieser Lizenz ist nicht aktiv. Es wurde nichts geändert.',
};
