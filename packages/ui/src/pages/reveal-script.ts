/**
 * Lets users see the password that they type. A constant, like the passkey script. Before the form is sent, the field
 * becomes a password field again, so that browsers do not remember its value as text.
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
