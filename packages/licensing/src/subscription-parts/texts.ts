import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts about the life of a subscription: plans, overage, trials, limits. */
export const subscriptionPartsTexts = defineTexts({ en, de });
