import { defineTexts } from '@org/identity-ui';
import * as de from './texts.de.js';
import * as en from './texts.en.js';

/** The texts of this package on the overview of a tenant's console. */
export const peopleOverviewTexts = defineTexts({ en, de });
