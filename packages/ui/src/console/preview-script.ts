/**
 * Shows the entered name and colour in the preview of the sign-in page while they are typed. A constant, like the other
 * scripts. Without it, the button of the form shows the preview.
 */
export const previewScript = `(() => {
  const field = (name) => document.querySelector('input[data-previews="' + name + '"]');
  const all = (name) => document.querySelectorAll('[data-preview="' + name + '"]');
  const channel = (value) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const isLight = (colour) => {
    const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16)));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
  };
  field('name')?.addEventListener('input', ({ target }) => {
    for (const shown of all('name')) shown.textContent = target.value.trim().slice(0, 40) || shown.dataset.normal;
  });
  field('accent')?.addEventListener('input', ({ target }) => {
    const colour = target.value.trim();
    if (!/^#[0-9a-f]{6}$/i.test(colour)) return;
    for (const shown of all('accent-fill')) shown.setAttribute('fill', colour);
    for (const shown of all('accent-stroke')) shown.setAttribute('stroke', colour);
    for (const shown of all('on-accent')) shown.setAttribute('fill', isLight(colour) ? '#0d1311' : '#ffffff');
  });
})();`;
