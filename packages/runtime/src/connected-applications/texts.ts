import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts about the applications of others: the account page, the page of a tenant's console, the sign-in and mails. */
export const connectedApplicationsTexts = defineTexts({ en, de });
