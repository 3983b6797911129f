import { checkProvider } from './check-provider.js';
import { startOwnServer } from './own-server.js';

checkProvider('Another Identity Server', startOwnServer);
