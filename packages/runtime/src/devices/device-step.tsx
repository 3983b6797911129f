import { ofTenant, type SignInStep, type StepView, type TenantResolver } from '@org/identity-core';
import { type Database, hasUserCode } from '@org/identity-prisma';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { errors } from '../provider/oidc-provider.js';
import { AllowDevicePage } from './allow-device-page.js';
import { type DeviceInfo, shownCode } from './device-feature.js';
import { waitsForDevice } from './waits-for-device.js';

/** Holds the code that the user has typed, which is stored only as a hash. */
export const deviceCookie = 'identity-device';

interface DeviceStepServices {
  db: Database;
  pool: Pool;
  tenants: TenantResolver | undefined;
  /** Known after the steps. */
  provider(): Provider;
}

/**
 * The last step of a sign-in for a device: shows the client, the place and the code, and asks. Nothing else allows a device,
 * and only the browser in which the code was typed gets this page.
 */
export function deviceStep({ db, pool, tenants, provider }: DeviceStepServices): SignInStep {
  async function waiting({ request, browser }: StepView) {
    const code = browser.cookie(deviceCookie) ?? '';
    const { device = '' } = request;
    if (!/^[A-Z]{8}$/u.test(code) || !(await hasUserCode(pool, device, code))) throw gone();
    const found = await provider().DeviceCode.find(device);
    if (!found || found.accountId || found.error || found.consumed) throw gone();
    return { code, found };
  }

  return {
    name: 'device',
    // After the tenant, the second factor and the consent.
    order: 950,
    origins: ofTenant,
    ...waitsForDevice,
    async show(view) {
      const { code, found } = await waiting(view);
      const { request, brand, action, abortAction } = view;
      const [user, tenant] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: request.userId ?? '' }, select: { email: true } }),
        tenants?.decide(request),
      ]);
      const { ip = '', userAgent = '' } = (found.deviceInfo ?? {}) as Partial<DeviceInfo>;
      const minutesAgo = Math.max(0, Math.floor((Date.now() / 1000 - (found.iat ?? 0)) / 60));
      const place = { ip, userAgent, minutesAgo };
      const tenantName = tenant?.kind === 'tenant' ? tenant.name : undefined;
      const forms = { action, abortAction, hidden: { code } };
      return (
        <AllowDevicePage
          {...{ brand, ...place, tenantName, email: user.email, ...forms }}
          clientName={request.client.name}
          code={shownCode(code)}
        />
      );
    },
    async submit(view, form) {
      const { code } = await waiting(view);
      // The form of the page has it: who sends the form has seen the page.
      if (form['code'] !== code) throw gone();
      return {
        answer: { code: view.request.device },
        cookies: [{ name: deviceCookie, value: undefined, maxAgeSeconds: 0 }],
      };
    },
  };
}

const gone = () => new errors.SessionNotFound('the device no longer waits');
