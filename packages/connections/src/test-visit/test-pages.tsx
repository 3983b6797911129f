import type { ConnectionKind } from '@org/identity-core';
import { Actions, type Brand, consoleStyles, Layout, Name, NextSteps, Notice, useTexts } from '@org/identity-ui';
import type { Decision } from '../sign-in/decide.js';
import { testVisitTexts } from './texts.js';

/** What would become of the sign-in that was tested, with the names that the page shows. */
export type TestedDecision =
  | Exclude<Decision, { kind: 'new' }>
  /** All that the visitor of a setup link learns. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'new'; readonly role: 'admin' | 'member'; readonly groups: readonly string[] };

/** Shows what the provider sent, and what would become of it. */
export function TestedPage(props: {
  brand: Brand;
  connection: string;
  /** What the provider sent, by its own names. */
  facts: ReturnType<ConnectionKind['facts']>;
  decision: TestedDecision;
  /** Whether the test counts: it does not if the settings were changed meanwhile. */
  counts: boolean;
  back: string;
}) {
  const { brand, connection, facts, decision, counts, back } = props;
  const { tested: texts } = useTexts(testVisitTexts);
  return (
    <Layout title={texts.title(connection)} brand={brand} styles={consoleStyles}>
      <Notice kind={counts ? 'success' : 'error'}>{counts ? texts.counts : texts.changed}</Notice>
      <h2>{texts.sent}</h2>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>
              <code>{label}</code>
            </dt>
            <dd>{value === undefined ? texts.notSent : <Name text={value} />}</dd>
          </div>
        ))}
      </dl>
      <h2>{texts.result}</h2>
      <p>{resultOf(texts, decision)}</p>
      {decision.kind === 'new' && decision.groups.length > 0 && <p>{texts.inGroups(decision.groups.join(', '))}</p>}
      <Actions>
        <a class="button button-primary" href={back}>
          {texts.back}
        </a>
      </Actions>
    </Layout>
  );
}

function resultOf(texts: typeof testVisitTexts.en.tested, decision: TestedDecision): string {
  switch (decision.kind) {
    case 'new':
      return texts.wouldCreate(texts.roles[decision.role]);
    case 'accepted':
      return texts.wouldAccept;
    case 'prove':
      return texts.wouldProve;
    case 'known':
      return decision.joins ? texts.wouldJoin : texts.wouldSignIn;
    case 'refused':
      return texts.wouldRefuse(texts.refusals[decision.reason]);
  }
}

/** Why a test has failed. */
export function TestFailedPage(props: {
  brand: Brand;
  reason: 'notHere' | 'unreachable' | 'notConfirmed';
  /** For the owner, who has to find the mistake. */
  code?: string;
  /** What the kind of the connection says about it. */
  advice?: string | undefined;
  back?: string | undefined;
  accountPage?: string | undefined;
}) {
  const { brand, reason, code, advice, back, accountPage } = props;
  const { failed: texts } = useTexts(testVisitTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Notice kind="error">{texts[reason]}</Notice>
      {advice !== undefined && (
        <p>
          <Name text={advice} />
        </p>
      )}
      {code !== undefined && <p>{texts.code(<code>{code}</code>)}</p>}
      {back === undefined ? (
        <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
      ) : (
        <Actions>
          <a class="button button-primary" href={back}>
            {texts.back}
          </a>
        </Actions>
      )}
    </Layout>
  );
}
