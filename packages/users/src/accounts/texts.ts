import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What several features say about accounts. */
export const accountsTexts = defineTexts({ en, de });
