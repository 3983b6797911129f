import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of a tenant's default for third-party applications. */
export const applicationPolicyTexts = defineTexts({ en, de });
