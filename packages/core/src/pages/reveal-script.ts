/**
 * Lets people look at a password they type. A constant, as the script of passkeys is. A field is a password again when
 * it is sent, so that browsers do not remember it as a text.
 */
export const revealScript = `(() => {
  for (const button of document.querySelectorAll('button[data-reveals][hidden]')) {
    const field = document.getElementById(button.dataset.reveals);
    const show = (shown) => {
      field.type = shown ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(shown));
    };
    button.addEventListener('click', () => show(field.type === 'password'));
    field.form.addEventListener('submit', () => show(false));
    button.hidden = false;
  }
})();`;
