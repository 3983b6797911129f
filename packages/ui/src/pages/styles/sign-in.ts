/** The button inside a password field, buttons that look like links, and description lists. */
export const signIn = `
.revealable { position: relative; }
.field .revealable input { padding-inline-end: 3.25rem; }
.revealable input::-ms-reveal { display: none; }
.reveal { position: absolute; inset-block: 0; inset-inline-end: 0; display: grid; place-items: center; width: 2.875rem; padding: 0; border: 1px solid transparent; border-radius: var(--radius); background: none; color: var(--soft); cursor: pointer; }
.reveal:hover { color: var(--ink); }
.reveal svg { width: 1.25rem; height: 1.25rem; }
.reveal[aria-pressed="false"] .reveal-off { display: none; }
.button-link { width: auto; min-height: 2.75rem; margin-inline: auto; padding: .25rem .5rem; color: var(--accent); font-size: var(--text-s); font-weight: 400; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
.button-link:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
.links .button-link { margin-inline: 0; padding: 0; }
.again { margin-top: .5rem; }
.again .fine { margin-top: .25rem; text-align: center; }
form + .passkey, script + form { margin-top: .5rem; }
.more summary + form { margin-top: .5rem; }
.points { margin: 1rem 0 1.5rem; padding-inline-start: 1.25rem; }
.points li + li { margin-top: .5rem; }
.state-on { color: var(--accent); font-weight: 600; }
`;
