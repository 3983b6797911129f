import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the mails to owners about directories. */
export const ownerMailsTexts = defineTexts({ en, de });
