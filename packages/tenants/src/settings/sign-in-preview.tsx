import { type Brand, firstCharacters, type Look, lookColours } from '@org/identity-ui';

export interface SignInPreviewProps {
  brand: Brand;
  look: Look;
  texts: {
    readonly label: Readonly<Record<Look, string>>;
    readonly heading: string;
    readonly email: string;
    readonly password: string;
    readonly button: string;
    readonly link: string;
  };
}

/**
 * A drawing of the sign-in page. It is an SVG whose colours are attributes, because the policy of the pages allows no styles
 * that differ from one tenant to the next.
 */
export function SignInPreview({ brand, look, texts }: SignInPreviewProps) {
  const { ground, card, edge, field, outline, ink, soft, accent, onAccent } = lookColours(brand, look);
  // An attribute of SVG that the types of preact do not know.
  const inherited = { color: ink };
  const radius = brand.radius ?? 8;
  const { logo, tenantName, productName } = brand;
  return (
    <svg class="preview" viewBox="0 0 320 340" role="img" aria-label={texts.label[look]} font-size="12">
      <rect width="320" height="340" rx="10" fill={ground} />
      {/* HTML, because only a browser knows how wide the logo is. It inherits the colour. */}
      <foreignObject x="32" y="12" width="256" height="42" {...inherited}>
        <div class="preview-brand">
          {logo ? <img src={logo.url} alt="" /> : <span class="preview-mark" />}
          <strong data-preview="name" data-normal={firstCharacters(productName, 40)}>
            {firstCharacters(tenantName ?? productName, 40)}
          </strong>
        </div>
      </foreignObject>
      {!logo && (
        <circle cx="43" cy="33" r="8" fill="none" stroke={accent} stroke-width="4" data-preview="accent-stroke" />
      )}
      <rect x="32" y="60" width="256" height="250" rx={radius * 1.75} fill={card} stroke={edge} />
      <text x="56" y="98" font-size="19" font-weight="700" fill={ink}>
        {texts.heading}
      </text>
      {[texts.email, texts.password].map((label, index) => (
        <g key={label}>
          <text x="56" y={126 + index * 62} font-weight="600" fill={ink}>
            {label}
          </text>
          <rect x="56" y={133 + index * 62} width="208" height="34" rx={radius * 0.75} fill={field} stroke={outline} />
        </g>
      ))}
      <rect x="56" y="244" width="208" height="34" rx={radius * 0.75} fill={accent} data-preview="accent-fill" />
      <text x="160" y="265.5" text-anchor="middle" font-weight="600" fill={onAccent} data-preview="on-accent">
        {texts.button}
      </text>
      <text
        x="160"
        y="298"
        text-anchor="middle"
        font-size="11"
        fill={accent}
        text-decoration="underline"
        data-preview="accent-fill"
      >
        {texts.link}
      </text>
      <text x="32" y="329" font-size="10" fill={soft}>
        {firstCharacters(productName, 40)}
      </text>
    </svg>
  );
}
