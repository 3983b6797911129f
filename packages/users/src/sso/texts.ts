import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What signing in with another provider says, on pages and in mails. */
export const ssoTexts = defineTexts({ en, de });
