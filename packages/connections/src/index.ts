export { declaredLists } from './declared-lists.js';
export { connections } from './plugin.js';
