export { webhooks } from './plugin.js';
