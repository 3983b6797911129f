import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What pages say about OpenID Connect. */
export const oidcTexts = defineTexts({ en, de });
