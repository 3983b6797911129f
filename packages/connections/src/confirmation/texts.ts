import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What owners are told about connections that setup links have made. */
export const confirmationTexts = defineTexts({ en, de });
