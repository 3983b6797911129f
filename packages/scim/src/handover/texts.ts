import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts about members who are handed over to directories. */
export const handoverTexts = defineTexts({ en, de });
