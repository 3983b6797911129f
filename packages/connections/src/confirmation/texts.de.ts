import { line, type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const mail: typeof en.mail = {
  title: (tenant) => line`Single Sign-on von ${tenant} aktivieren?`,
  message: (connection, host) =>
    line`Jemand hat mit einem Einrichtungslink die Verbindung ${connection} zum Identitätsanbieter ${host} angelegt. Die Domain war schon bestätigt, deshalb muss ein Inhaber die Verbindung aktivieren. Bis dahin kann sich niemand mit ihr anmelden.`,
  open: 'Prüfen und aktivieren',
  advice:
    'Aktivieren Sie sie nur, wenn Sie diesen Anbieter kennen. Wer ihn betreibt, entscheidet, wer sich mit E-Mail-Adressen Ihrer Domains anmelden kann. Wenn Sie ihn nicht kennen, löschen Sie die Verbindung auf derselben Seite und ziehen Sie unter „Single Sign-on“ den Einrichtungslink zurück.',
  why: (tenant) => line`Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant} sind.`,
};

export const owner: typeof en.owner = {
  linkTo: (email: Part) => sentence`den Einrichtungslink an ${email}`,
  unknownLink: 'einen Einrichtungslink',
  waiting: (link: Part) =>
    sentence`Diese Verbindung wurde über ${link} angelegt. Prüfen Sie, ob Aussteller und Client-ID zu Ihnen gehören, und aktivieren Sie sie dann.`,
  active: (link: Part) =>
    sentence`Diese Verbindung wurde über ${link} angelegt und aktiviert. Prüfen Sie, ob Aussteller und Client-ID zu Ihnen gehören, und bestätigen Sie sie dann. Wenn Sie den Link vorher zurückziehen, wird die Verbindung ausgeschaltet.`,
  confirm: 'Verbindung bestätigen',
  unconfirmed: 'Nicht bestätigt',
};

export const visitor: typeof en.visitor = {
  ask: 'Inhaber um Aktivierung bitten',
  next: 'Wartet auf einen Inhaber',
  waits:
    'Sie sind fertig. Wir haben die Inhaber per E-Mail gebeten, diese Verbindung zu aktivieren, weil ihre Domain schon bestätigt war.',
};
