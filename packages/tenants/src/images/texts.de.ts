import type * as en from './texts.en.js';

export const images: typeof en.images = {
  name: 'Logo und Symbol',
  title: 'Logo und Symbol',
  lead: 'Sie erscheinen auf den Anmeldeseiten, in Einladungen und in E-Mails Ihrer Organisation. PNG, JPEG oder WebP, höchstens 256 KB und 2048 × 2048 Pixel. Für E-Mails eignen sich PNG und JPEG am besten.',
  kinds: {
    logo: {
      label: 'Logo',
      hint: 'Es wird 32 Pixel hoch gezeigt.',
      upload: 'Logo hochladen',
      remove: 'Logo entfernen',
      current: 'Das jetzige Logo',
    },
    favicon: {
      label: 'Symbol im Browser-Tab',
      hint: 'Ein quadratisches Bild, zum Beispiel 64 × 64 Pixel.',
      upload: 'Symbol hochladen',
      remove: 'Symbol entfernen',
      current: 'Das jetzige Symbol',
    },
  },
};

export const imageNotices: typeof en.imageNotices = {
  'logo-saved': 'Das Logo wurde gespeichert.',
  'logo-removed': 'Das Logo wurde entfernt.',
  'favicon-saved': 'Das Symbol wurde gespeichert.',
  'favicon-removed': 'Das Symbol wurde entfernt.',
};

export const imageRefusals: typeof en.imageRefusals = {
  'image-missing': 'Wählen Sie zuerst eine Datei aus.',
  'image-several': 'Laden Sie nur eine Datei auf einmal hoch.',
  'image-size': 'Diese Datei ist zu groß. Sie darf höchstens 256 KB haben.',
  PAYLOAD_TOO_LARGE: 'Diese Datei ist zu groß. Sie darf höchstens 256 KB haben.',
  'image-type': 'Diese Datei ist kein PNG-, JPEG- oder WebP-Bild. SVG und andere Arten gehen nicht.',
  'image-broken':
    'Diese Datei ist beschädigt oder enthält mehr als ein Bild. Speichern Sie das Bild neu, mit einem Bildprogramm.',
  'image-animated': 'Animierte Bilder gehen nicht.',
  'image-pixels': 'Dieses Bild ist zu groß. Es darf höchstens 2048 × 2048 Pixel haben.',
};
