const names = {
  M: 'in-memory oidc-provider',
  P: 'naive Prisma adapter',
  K: 'bare Koa route',
  S: 'signing loop',
  G: 'glewlwyd',
};
const colours = { M: '#3b6fb6', P: '#b6673b', K: '#4d8c57', S: '#8a6bb0', G: '#a83b5e' };
const size = { width: 860, label: 300, bar: 16, gap: 5, row: 14 };

/** The shares of the anchors as bars, on a logarithmic scale: each step doubles. */
export function comparisonChart(results) {
  const bars = results.flatMap(({ title, ratios }) =>
    Object.entries(ratios).map(([anchor, ratio], index) => ({ title: index === 0 ? title : '', anchor, ratio })),
  );
  const steps = bars.map(({ ratio }) => Math.log2(ratio));
  const [lowest, highest] = [Math.min(-2, ...steps.map(Math.floor)), Math.max(1, ...steps.map(Math.ceil))];
  const x = (ratio) => size.label + ((Math.log2(ratio) - lowest) / (highest - lowest)) * (size.width - size.label - 60);
  let y = 30;
  const drawn = bars.map(({ title, anchor, ratio }) => {
    if (title) y += size.row;
    const [from, to] = [Math.min(x(1), x(ratio)), Math.max(x(1), x(ratio))];
    const middle = y + size.bar - 4;
    const parts = [
      title ? text(10, middle, title) : '',
      `<rect x="${from.toFixed(1)}" y="${y}" width="${Math.max(1, to - from).toFixed(1)}" height="${size.bar}" fill="${colours[anchor] ?? '#777'}"/>`,
      text(to + 5, middle, `${ratio.toFixed(2)} ${anchor}`),
    ];
    y += size.bar + size.gap;
    return parts.join('');
  });
  const height = y + 50;
  const lines = Array.from({ length: highest - lowest + 1 }, (_, index) => 2 ** (lowest + index)).map(
    (ratio) =>
      `<line x1="${x(ratio).toFixed(1)}" x2="${x(ratio).toFixed(1)}" y1="24" y2="${y}" stroke="${ratio === 1 ? '#333' : '#ddd'}"/>${text(x(ratio) - 8, 18, `${ratio}×`)}`,
  );
  const anchors = [...new Set(bars.map(({ anchor }) => anchor))];
  const legend = anchors.map((anchor, index) =>
    text(10 + index * 170, height - 14, `${anchor}: ${names[anchor] ?? anchor}`, colours[anchor]),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Requests per second as a share of each anchor">
<rect width="100%" height="100%" fill="#fff"/>
${[...lines, ...drawn, ...legend].join('\n')}
</svg>
`;
}

const text = (x, y, content, fill = '#222') =>
  `<text x="${x.toFixed(1)}" y="${y}" fill="${fill}">${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
