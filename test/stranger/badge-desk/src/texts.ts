import { defineTexts } from '@org/identity-ui';

/** The texts of the pages. */
export const badgeTexts = defineTexts({
  en: {
    name: 'Badges',
    title: 'Badges of the organization',
    badge: 'Badge',
    holder: 'Holder',
    email: 'Email of the member',
    useBadge: 'Use the badge',
    issue: 'Issue the badge',
    issued: 'The badge was issued.',
    taken: 'Somebody has this badge already.',
    unknown: 'This badge is not known.',
  },
  de: {
    name: 'Ausweise',
    title: 'Ausweise der Organisation',
    badge: 'Ausweis',
    holder: 'Inhaber',
    email: 'E-Mail-Adresse des Mitglieds',
    useBadge: 'Ausweis benutzen',
    issue: 'Ausweis ausstellen',
    issued: 'Der Ausweis wurde ausgestellt.',
    taken: 'Diesen Ausweis hat schon jemand.',
    unknown: 'Diesen Ausweis gibt es nicht.',
  },
});
