import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

const number = (count: number) => count.toLocaleString('de-DE');

export const deletion: typeof en.deletion = {
  name: 'Organisation löschen',
  title: 'Organisation löschen',
  lead: 'Die Organisation wird mit ihren Mitgliedern, Einladungen, Abonnements, Lizenzen und Clients gelöscht. Das lässt sich nicht rückgängig machen.',
  accounts: 'Die Konten der Mitglieder bleiben bestehen.',
  slugLabel: (slug) => line`Geben Sie zur Bestätigung ${slug} ein`,
  slugWrong: (slug) => line`Das ist nicht der Kurzname. Geben Sie ${slug} ein.`,
  button: 'Organisation löschen',
};

export const deletionConfirm: typeof en.deletionConfirm = {
  title: (name) => line`${name} löschen?`,
  button: 'Endgültig löschen',
  members: (count) =>
    count === 1 ? '1 Mitglied verliert den Zugang.' : line`${number(count)} Mitglieder verlieren den Zugang.`,
  subscriptions: (count, seats) => {
    const ended = count === 1 ? '1 Abonnement endet' : line`${number(count)} Abonnements enden`;
    return line`${ended}, mit ${seats === 1 ? '1 vergebenen Lizenz' : line`${number(seats)} vergebenen Lizenzen`}.`;
  },
  slugHeld: (slug, days) =>
    line`Der Kurzname ${slug} kann ${days === 1 ? '1 Tag' : line`${days} Tage`} lang nicht wieder verwendet werden.`,
  slugFree: (slug) => line`Der Kurzname ${slug} kann sofort von allen verwendet werden.`,
  final: 'Das lässt sich nicht rückgängig machen.',
};
