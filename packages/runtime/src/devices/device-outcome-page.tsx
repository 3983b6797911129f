import { type Brand, Layout, useTexts } from '@org/identity-ui';
import { devicesTexts } from './texts.js';

/** Says that the device gets access, or that it does not. */
export function DeviceOutcomePage({ brand, outcome }: { brand: Brand; outcome: 'done' | 'denied' }) {
  const { title, message } = useTexts(devicesTexts)[outcome];
  return (
    <Layout title={title} heading={title} brand={brand}>
      <p>{message}</p>
    </Layout>
  );
}
