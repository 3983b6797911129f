import { useTexts } from '@org/identity-ui';
import { signInTexts } from './texts.js';

/** Separates one way to sign in from another. */
export function Divider() {
  const { signIn: texts } = useTexts(signInTexts);
  return <p class="divider">{texts.or}</p>;
}
