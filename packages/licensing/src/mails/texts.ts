import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the mails about licenses say, and the form that turns them off. */
export const mailsTexts = defineTexts({ en, de });
