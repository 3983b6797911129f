// The one place of this package that loads oidc-provider. In this order, which only an import without names keeps.
import './hold-runtime-warning.js';
import { errors, Provider } from 'oidc-provider';
import { releaseWarnings } from './hold-runtime-warning.js';

releaseWarnings();

export { errors, Provider };
