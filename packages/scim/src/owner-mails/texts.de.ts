import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const held: typeof en.held = {
  title: (directory, person) => line`${directory} will ${person} sperren`,
  message: (directory, person, tenant) =>
    line`Das Verzeichnis ${directory} hat darum gebeten, ${person} bei ${tenant} zu sperren. Wir haben nichts geändert, weil es dieses Mitglied nicht verwaltet. Wenn die Bitte stimmt, übergeben Sie ihm das Mitglied: Es wird dann sofort gesperrt. Wenn nicht, berichtigen Sie es in Ihrem Verzeichnis.`,
  open: 'Verzeichnis öffnen',
  after: (tenant) =>
    line`Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant} sind. Sie wird je Mitglied höchstens einmal am Tag gesendet.`,
};

export const made: typeof en.made = {
  title: (directory) => line`Verzeichnis ${directory} bestätigen?`,
  message: (directory, tenant) =>
    line`Jemand hat mit einem Einrichtungslink von ${tenant} das Verzeichnis ${directory} angelegt. Bis es bestätigt wird, verwaltet es nur die Mitglieder, die es selbst angelegt hat, und es endet, wenn der Einrichtungslink zurückgezogen wird. Wenn Sie dieses Verzeichnis nicht kennen, löschen Sie es auf seiner Seite.`,
  open: 'Prüfen und bestätigen',
  after: (tenant) => line`Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant} sind.`,
};
