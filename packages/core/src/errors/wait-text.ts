import { type Language, uiTexts } from '@org/identity-ui';

/** The text for a user who has to wait. The time is rounded up, so that the next attempt is not too early. */
export function waitText(seconds: number, language: Language): string {
  const { tooMany, minutes, hours } = uiTexts[language].wait;
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return tooMany(whole < 60 ? minutes(whole) : hours(Math.ceil(whole / 60)));
}
