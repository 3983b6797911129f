import { compactCss } from './compact-css.js';
import { cspHash } from './csp-hash.js';
import { content } from './styles/content.js';
import { controls } from './styles/controls.js';
import { frame } from './styles/frame.js';
import { sections } from './styles/sections.js';
import { signIn } from './styles/sign-in.js';
import { tokens } from './styles/tokens.js';

/** The CSS of every hosted page. */
export const stylesheet = compactCss([tokens, frame, content, controls, sections, signIn].join(''));

/** The CSP source of the style sheet: no other inline style is applied. */
export const stylesheetHash = cspHash(stylesheet);
