import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of a tenant's sign-in policy. */
export const policyTexts = defineTexts({ en, de });
