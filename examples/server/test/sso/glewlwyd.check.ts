import { checkProvider } from './check-provider.js';
import { startGlewlwyd } from './glewlwyd.js';

checkProvider('Glewlwyd', startGlewlwyd);
