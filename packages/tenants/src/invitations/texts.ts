import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the pages and mails about invitations say. */
export const invitationsTexts = defineTexts({ en, de });
