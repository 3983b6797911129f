import { Actions, type Brand, Button, Form, Layout, Name, Notice, useTexts } from '@org/identity-ui';
import { Fragment } from 'preact';
import { devicesTexts } from './texts.js';

export interface AllowDevicePageProps {
  brand: Brand;
  clientName: string;
  /** The code in the form in which the device shows it. */
  code: string;
  ip: string;
  userAgent: string;
  minutesAgo: number;
  tenantName: string | undefined;
  email: string;
  action: string;
  abortAction: string;
  hidden: Record<string, string>;
}

/** Shows who asks, from where, and with which code, and lets the user decide. */
export function AllowDevicePage(props: AllowDevicePageProps) {
  const { brand, clientName, code, ip, userAgent, tenantName, email, hidden } = props;
  const { confirm: texts } = useTexts(devicesTexts);
  const facts = [
    [texts.code, <strong key="code">{code}</strong>],
    [texts.client, <Name key="client" text={clientName} />],
    [texts.from, <bdi key="ip">{ip}</bdi>],
    [texts.device, userAgent === '' ? texts.unknownDevice : <Name key="device" text={userAgent} max={120} />],
    [texts.at, texts.moments(props.minutesAgo)],
    ...(tenantName === undefined ? [] : [[texts.tenant, <Name key="tenant" text={tenantName} />] as const]),
    [texts.account, <bdi key="email">{email}</bdi>],
  ] as const;
  return (
    <Layout title={texts.title} heading={texts.heading(<Name text={clientName} />)} brand={brand}>
      <Notice kind="info">{texts.warning}</Notice>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Actions>
        <Form action={props.action} hidden={hidden}>
          <Button>{texts.allow}</Button>
        </Form>
        <Form action={props.abortAction}>
          <Button kind="secondary">{texts.deny}</Button>
        </Form>
      </Actions>
    </Layout>
  );
}
