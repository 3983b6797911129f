import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What signing in by a connection says, on pages and in mails. */
export const signInTexts = defineTexts({ en, de });
