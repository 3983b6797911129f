// The only file of this package that loads oidc-provider. The order matters, and only a side-effect import keeps its position.
import './hold-runtime-warning.js';
import { errors, Provider } from 'oidc-provider';
import { releaseWarnings } from './hold-runtime-warning.js';

releaseWarnings();

export { errors, Provider };
