export { type Bar, BarChart, type BarChartProps } from './console/bar-chart.js';
export {
  type ChartRange,
  ChartRanges,
  type ChartRangesProps,
  chartRangeOf,
  chartRanges,
} from './console/chart-range.js';
export { ColourField, type ColourFieldProps } from './console/colour-field.js';
export { consoleStyles } from './console/console-styles.js';
export { copyScript } from './console/copy-script.js';
export { Copyable, type CopyableProps, Snippet } from './console/copyable.js';
export { DeletionSection, type DeletionSectionProps } from './console/deletion-section.js';
export { Checkbox, checkedIds, FileField, RowCheckbox, TextArea, type TextAreaProps } from './console/form-parts.js';
export { GroupRoles, groupRolesForm, groupRolesIn } from './console/group-roles.js';
export { ListPage, type ListPageProps, Pager, type PagerProps, pageNumberOf, searchOf } from './console/list-page.js';
export {
  Badge,
  Day,
  Empty,
  type FilterFields,
  Filters,
  hrefOf,
  Moment,
  NameCell,
  queryOf,
} from './console/list-parts.js';
export { type Pick, type PickGroup, PickGroups, type PickGroupsProps } from './console/pick-groups.js';
export type { ChartSeries } from './console/plot.js';
export { previewScript } from './console/preview-script.js';
export { shellStyles } from './console/shell-styles.js';
export { ShownSecret, type ShownSecretProps } from './console/shown-secret.js';
export { FigureCharts, type FigureChartsProps, StepChart, type StepChartProps } from './console/step-chart.js';
export { type Column, Table, type TableProps } from './console/table.js';
export { chooseLanguage, type LanguageWishes, languageOf, wishedLanguage } from './language/choose-language.js';
export { formatLocales, type Language, languages, longDate } from './language/language.js';
export {
  defineTexts,
  type InLanguages,
  line,
  type Part,
  sentence,
  type Texts,
  textsOf,
  useLanguage,
  useTexts,
} from './language/texts.js';
export { dayIn, inTimeZone, knownTimeZone, momentIn, useTimeZone } from './language/time-zone.js';
export { composeMail, onOneLine } from './mail/compose-mail.js';
export type { Mail } from './mail/mail.js';
export { MailLayout, renderMail } from './mail/mail-layout.js';
export { emailInMail, nameInMail, noteInMail } from './mail/name-in-mail.js';
export { darkAccentOf, isReadable, ownAccent } from './pages/accent.js';
export { Actions, Button } from './pages/button.js';
export { contrastOf, hexColour } from './pages/contrast.js';
export { cspHash } from './pages/csp-hash.js';
export { Entry, type EntryProps, type EntryTarget } from './pages/entry.js';
export { Field } from './pages/field.js';
export { Form } from './pages/form.js';
export { type Brand, Layout } from './pages/layout.js';
export { type LookColours, lookColours } from './pages/look-colours.js';
export { firstCharacters, Name } from './pages/name.js';
export { NextSteps } from './pages/next-steps.js';
export { Notice } from './pages/notice.js';
export { PasskeyForm } from './pages/passkey-form.js';
export { OwnScript, pageHeaders, pageHeadersOf, renderPage, renderPart, withOwnScripts } from './pages/render-page.js';
export { revealScript } from './pages/reveal-script.js';
export { type Choice, Select } from './pages/select.js';
export { selfSendingScript } from './pages/self-sending-script.js';
export { SendAgain, type SendAgainProps } from './pages/send-again.js';
export { sendAgainScript } from './pages/send-again-script.js';
export { ShownEmail } from './pages/shown-email.js';
export type { Look } from './pages/surfaces.js';
export { isReadableBackground, surfacesOf } from './pages/surfaces.js';
export { withUsedCss } from './pages/used-css.js';
export { WebLink, webUrl } from './pages/web-link.js';
export { uiTexts } from './texts/index.js';
