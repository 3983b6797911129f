import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** What the security page says beside its passkeys and second factors. */
export const securityTexts = defineTexts({ en, de });
