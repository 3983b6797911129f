import { defineTexts } from '@org/identity-ui';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** What the server's own pages say: consent, sign-out, errors. */
export const pagesTexts = defineTexts({ en, de });
