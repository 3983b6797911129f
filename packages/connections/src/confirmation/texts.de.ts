import { line, type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const mail: typeof en.mail = {
  title: (tenant) => line`Single Sign-on von ${tenant} aktivieren?`,
  message: (connection, host) =>
    line`Jemand mit einem Einrichtungslink hat die Verbindung ${connection} zum Identitätsanbieter ${host} eingerichtet. Ihre Domain war schon vorher bestätigt, deshalb wartet sie auf eine Inhaberin oder einen Inhaber. Niemand meldet sich mit ihr an, bevor Sie sie aktivieren.`,
  open: 'Prüfen und aktivieren',
  advice:
    'Aktivieren Sie sie nur, wenn Sie diesen Anbieter kennen: Wer ihn betreibt, entscheidet, wer sich mit E-Mail-Adressen Ihrer Domains anmeldet. Ziehen Sie sonst den Einrichtungslink zurück.',
  why: (tenant) => line`Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant} sind.`,
};

export const owner: typeof en.owner = {
  waiting: (email: Part) =>
    sentence`Diese Verbindung wurde mit einem Einrichtungslink angelegt (gesendet an ${email}) und noch von niemandem bestätigt, der die Organisation besitzt. Prüfen Sie Issuer und Client-ID, bevor Sie sie aktivieren.`,
  active: (email: Part) =>
    sentence`Diese Verbindung wurde mit einem Einrichtungslink angelegt (gesendet an ${email}) und noch von niemandem bestätigt, der die Organisation besitzt. Bis Sie sie bestätigen, endet sie, wenn der Link zurückgezogen wird.`,
  unknown: 'unbekannt',
  confirm: 'Bestätigen',
};

export const visitor: typeof en.visitor = {
  waits:
    'Die Inhaberinnen und Inhaber der Organisation wurden per E-Mail gebeten, diese Verbindung zu aktivieren. Sie müssen nichts weiter tun.',
};
