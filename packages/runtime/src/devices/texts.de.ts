import { type Part, sentence } from '@org/identity-ui';
import type { en } from './texts.en.js';

export const de: typeof en = {
  enter: {
    title: 'Auf einem Gerät anmelden',
    intro:
      'Geben Sie den Code ein, den Ihr Gerät zeigt. Danach melden Sie sich an und entscheiden, ob das Gerät Zugriff bekommt.',
    code: 'Code',
    hint: 'Acht Buchstaben, zum Beispiel BCDF-GHJK.',
    next: 'Weiter',
    noCode: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
    unknownCode:
      'Dieser Code ist nicht gültig. Prüfen Sie jeden Buchstaben oder beginnen Sie auf dem Gerät neu: Ein Code gilt zehn Minuten und nur einmal.',
  },
  confirm: {
    title: 'Ein Gerät zulassen',
    heading: (client: Part) => sentence`Zeigt Ihr Gerät diesen Code für ${client}?`,
    warning:
      'Fahren Sie nur fort, wenn das Gerät vor Ihnen steht und Sie die Anmeldung selbst begonnen haben. Wenn Ihnen jemand den Code geschickt hat, lehnen Sie ab: Die Person käme sonst in Ihr Konto.',
    code: 'Code',
    client: 'Anwendung',
    from: 'Angefragt von',
    device: 'Gerät',
    unknownDevice: 'unbekannt',
    at: 'Wann',
    tenant: 'Organisation',
    account: 'Ihr Konto',
    allow: 'Zulassen',
    deny: 'Ablehnen',
    moments: (minutes: number) =>
      minutes < 1 ? 'vor weniger als einer Minute' : minutes === 1 ? 'vor einer Minute' : `vor ${minutes} Minuten`,
  },
  done: {
    title: 'Das Gerät ist verbunden',
    message:
      'Gehen Sie zurück zu Ihrem Gerät: Dort geht es in wenigen Sekunden weiter. Sie können diese Seite schließen.',
  },
  denied: {
    title: 'Das Gerät bekommt keinen Zugriff',
    message: 'Es wurde nichts erlaubt. Sie können diese Seite schließen.',
  },
};
