/**
 * Shows the buttons that copy a text. Without the script they stay hidden, and the text can be selected. The label says for
 * a moment that it was copied; screen readers read it, because the button has the focus and is a live region.
 */
export const copyScript = `(() => {
  for (const button of document.querySelectorAll('button[data-copies][hidden]')) {
    const label = button.textContent;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copies);
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
    button.hidden = !navigator.clipboard;
  }
})();`;
