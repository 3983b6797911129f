import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import type { Brand } from './brand.js';
import { Actions } from './button.js';
import { WebLink } from './web-link.js';

export interface NextStepsProps {
  brand: Brand;
  /** Our own pages, the most likely first; a step without a URL is left out. */
  steps?: readonly { readonly to: keyof typeof uiTexts.en.nextSteps; readonly href: string | undefined }[];
}

/** Links to the next steps from a page that would be a dead end, including the brand's help page if it has one. */
export function NextSteps({ brand, steps = [] }: NextStepsProps) {
  const { nextSteps: texts } = useTexts(uiTexts);
  const known = steps.flatMap(({ to, href }) => (href === undefined ? [] : [{ to, href }]));
  const support = brand.links?.support;
  if (known.length === 0 && support === undefined) return null;
  return (
    <Actions stacked>
      {known.map(({ to, href }, index) => (
        <a key={to} class={`button button-${index === 0 ? 'primary' : 'secondary'}`} href={href}>
          {texts[to]}
        </a>
      ))}
      <WebLink href={support} button="secondary">
        {texts.help}
      </WebLink>
    </Actions>
  );
}
