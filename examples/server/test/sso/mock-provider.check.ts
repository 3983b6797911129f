import { checkProvider } from './check-provider.js';
import { startMockProvider } from './mock-provider.js';

checkProvider('oauth2-mock-server', startMockProvider);
