import { defineTexts } from '@org/identity-core';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of the mail about an unused seat. */
export const reclaimTexts = defineTexts({ en, de });
