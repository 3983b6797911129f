import { checkProvider } from './check-provider.js';
import { startLemonldap } from './lemonldap.js';

checkProvider('LemonLDAP::NG', startLemonldap);
