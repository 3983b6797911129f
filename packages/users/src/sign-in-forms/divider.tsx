import { useTexts } from '@org/identity-ui';
import { signInFormsTexts } from './texts.js';

/** Separates one way to sign in from another. */
export function Divider() {
  const { signIn: texts } = useTexts(signInFormsTexts);
  return <p class="divider">{texts.or}</p>;
}
