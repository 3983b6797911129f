import { type FieldErrors, firstOf } from '@org/identity-core';
import { Field, Select, TextArea, useTexts } from '@org/identity-ui';
import { subscriptionPartsTexts } from './texts.js';

export interface LifeFieldsProps {
  /** The values that the fields show. */
  values: Readonly<Record<string, string | undefined>>;
  errors: FieldErrors | undefined;
}

const shared = ({ values, errors }: LifeFieldsProps, name: string) => ({
  name,
  value: values[name] ?? '',
  error: errors?.[name],
  autofocus: firstOf(errors) === name,
});

/** When a number of seats changes, and what happens if more are held. */
export function PlanFields(props: LifeFieldsProps) {
  const { fields } = useTexts(subscriptionPartsTexts);
  const choices = (['refuse', 'release'] as const).map((value) => ({ value, label: fields.excess[value] }));
  return (
    <>
      <Field {...shared(props, 'effectiveAt')} type="date" label={fields.effectiveAt} hint={fields.effectiveHint} />
      <Select
        {...shared(props, 'onExcess')}
        label={fields.onExcess}
        hint={fields.onExcessHint}
        groups={[{ choices }]}
      />
    </>
  );
}

/** Whether a subscription is a trial. */
export function TrialField(props: LifeFieldsProps) {
  const { fields } = useTexts(subscriptionPartsTexts);
  const choices = [
    { value: '', label: fields.kinds.bought },
    { value: 'true', label: fields.kinds.trial },
  ];
  return <Select {...shared(props, 'trial')} label={fields.trial} hint={fields.trialHint} groups={[{ choices }]} />;
}

export function OverageField(props: LifeFieldsProps) {
  const { fields } = useTexts(subscriptionPartsTexts);
  return (
    <Field
      {...shared(props, 'overagePercent')}
      label={fields.overagePercent}
      hint={fields.overageHint}
      inputmode="numeric"
    />
  );
}

export function ReclaimField(props: LifeFieldsProps) {
  const { fields } = useTexts(subscriptionPartsTexts);
  return (
    <Field
      {...shared(props, 'reclaimAfterDays')}
      label={fields.reclaimAfterDays}
      hint={fields.reclaimHint}
      inputmode="numeric"
    />
  );
}

/** Whether members may lease their seats. */
export function LeasesField(props: LifeFieldsProps) {
  const { fields } = useTexts(subscriptionPartsTexts);
  const choices = (['ALLOWED', 'NONE'] as const).map((value) => ({ value, label: fields.leasePolicies[value] }));
  return <Select {...shared(props, 'leases')} label={fields.leases} hint={fields.leasesHint} groups={[{ choices }]} />;
}

/** Limits of a license type or of a subscription, as lines of text. */
export function LimitsField({ ofType = false, ...props }: LifeFieldsProps & { ofType?: boolean }) {
  const { fields } = useTexts(subscriptionPartsTexts);
  const hint = ofType ? fields.typeLimitsHint : fields.limitsHint;
  return <TextArea {...shared(props, 'limits')} label={fields.limits} hint={hint} rows={3} />;
}
