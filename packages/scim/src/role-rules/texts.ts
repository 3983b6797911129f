import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts about the roles of groups. */
export const roleRulesTexts = defineTexts({ en, de });
