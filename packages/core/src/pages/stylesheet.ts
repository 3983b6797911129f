import { cspHash } from './csp-hash.js';
import { colours } from './styles/colours.js';
import { content } from './styles/content.js';
import { controls } from './styles/controls.js';
import { frame } from './styles/frame.js';
import { sections } from './styles/sections.js';
import { signIn } from './styles/sign-in.js';

/** The whole CSS of every hosted page, with runs of white space collapsed because it travels inline with each of them. */
export const stylesheet = [colours, frame, content, controls, sections, signIn].join('').replace(/\s+/g, ' ').trim();

/** The CSP source of the one stylesheet, so no other inline style can run. */
export const stylesheetHash = cspHash(stylesheet);
