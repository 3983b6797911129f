export { declaredLists } from './declared-lists.js';
export { type ConnectionsOptions, connections } from './plugin.js';
