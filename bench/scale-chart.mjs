const colours = ['#3b6fb6', '#b6673b', '#4d8c57', '#8a6bb0', '#a83b5e', '#5e8a8c', '#8c7a3b', '#555555', '#b38a1d'];
const size = { width: 860, height: 360, left: 50, right: 330, top: 20, bottom: 40 };

/** A curve for each scenario: the cost of a request, as a multiple of its cost in the smallest database. */
export function scaleChart(sizes, curves) {
  const highest = Math.max(1.5, ...curves.flatMap(({ multiples }) => multiples)) * 1.05;
  const [first, last] = [Math.log10(sizes[0]), Math.log10(sizes.at(-1))];
  const x = (people) =>
    size.left + ((Math.log10(people) - first) / (last - first)) * (size.width - size.left - size.right);
  const y = (multiple) => size.height - size.bottom - (multiple / highest) * (size.height - size.bottom - size.top);
  const lines = curves.map(({ title, multiples }, index) => {
    const colour = colours[index % colours.length];
    const points = multiples.map((value, at) => `${x(sizes[at]).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const label = `${title}: ${multiples.at(-1).toFixed(2)}×`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>${text(size.width - size.right + 15, size.top + 15 + index * 18, label, colour)}`;
  });
  const marks = [0, 0.5, 1, 1.3].map(
    (multiple) =>
      `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y(multiple).toFixed(1)}" y2="${y(multiple).toFixed(1)}" stroke="${multiple === 1.3 ? '#c33' : '#ddd'}"/>${text(8, y(multiple) + 4, `${multiple}×`)}`,
  );
  const places = sizes.map((people) => text(x(people) - 20, size.height - 15, people.toLocaleString('en')));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12" role="img" aria-label="Cost per request by the number of people">
<rect width="100%" height="100%" fill="#fff"/>
${[...marks, ...places, ...lines].join('\n')}
</svg>
`;
}

const text = (x, y, content, fill = '#222') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill}">${content}</text>`;
