/**
 * Copies a shown value. A constant, like the other scripts. Browsers allow it on https and on the own machine only; elsewhere
 * the value is selected, so that it can be copied by hand.
 */
export const copyScript = `(() => {
  for (const button of document.querySelectorAll('button[data-copies][hidden]')) {
    const shown = document.getElementById(button.dataset.copies);
    const status = button.nextElementSibling;
    button.addEventListener('click', async () => {
      status.textContent = '';
      try {
        await navigator.clipboard.writeText(shown.textContent);
        status.textContent = status.dataset.copied;
      } catch {
        getSelection().selectAllChildren(shown);
        status.textContent = status.dataset.selected;
      }
    });
    button.hidden = false;
  }
})();`;
