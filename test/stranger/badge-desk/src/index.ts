export { badges } from './plugin.js';
