import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const held: typeof en.held = {
  title: (directory, person) => line`${directory} möchte ${person} sperren`,
  message: (directory, person, tenant) =>
    line`Das Verzeichnis ${directory} meldet, dass ${person} ${tenant} verlassen hat. Es wurde nichts geändert: Das Verzeichnis verwaltet dieses Mitglied nicht. Wenn die Meldung stimmt, übergeben Sie ihm das Mitglied. Es wird dann sofort gesperrt.`,
  open: 'Verzeichnis öffnen',
  after: (tenant) =>
    line`Sie erhalten diese E-Mail, weil Ihnen ${tenant} gehört. Sie wird je Mitglied höchstens einmal am Tag gesendet.`,
};

export const made: typeof en.made = {
  title: (directory) => line`Ein Einrichtungslink hat das Verzeichnis ${directory} angelegt`,
  message: (directory, tenant) =>
    line`Jemand hat mit einem Einrichtungslink von ${tenant} das Verzeichnis ${directory} angelegt. Bis es bestätigt wird, verwaltet es nur die Mitglieder, die es selbst angelegt hat, und es endet, wenn der Einrichtungslink zurückgezogen wird.`,
  open: 'Verzeichnis ansehen',
  after: (tenant) => line`Sie erhalten diese E-Mail, weil Ihnen ${tenant} gehört.`,
};
