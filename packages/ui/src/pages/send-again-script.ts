/**
 * Counts down until a mail can be sent again: the button of the form is disabled so long. A constant, like the other
 * scripts. Without it, the form says how long to wait.
 */
export const sendAgainScript = `(() => {
  for (const form of document.querySelectorAll('form[data-waits]')) {
    const hint = form.querySelector('[data-left]');
    const button = form.querySelector('button');
    const end = Date.now() + form.dataset.waits * 1000;
    form.removeAttribute('data-waits');
    const show = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      hint.textContent = left > 1 ? hint.dataset.left.replace('#', left) : left === 1 ? hint.dataset.last : hint.dataset.over;
      if (left <= 0) clearInterval(timer);
    };
    const timer = setInterval(show, 1000);
    show();
  }
})();`;
