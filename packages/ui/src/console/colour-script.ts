/**
 * Shows the colour picker beside a text field, and keeps both the same. A constant, like the other scripts. The picker has no
 * name, so only the text is sent; without the script the picker is hidden.
 */
export const colourScript = `(() => {
  for (const picker of document.querySelectorAll('input[data-colours][hidden]')) {
    const field = document.getElementById(picker.dataset.colours);
    const follow = () => {
      const colour = field.value.trim().toLowerCase();
      if (/^#[0-9a-f]{6}$/.test(colour)) picker.value = colour;
    };
    field.addEventListener('input', follow);
    picker.addEventListener('input', () => {
      field.value = picker.value;
      field.dispatchEvent(new Event('input'));
    });
    // A browser may have restored the text of an earlier visit.
    follow();
    picker.hidden = false;
  }
})();`;
