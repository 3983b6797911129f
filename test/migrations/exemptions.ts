import { type Finding, type Rule, rules } from './finding.js';

interface Exemption {
  readonly rule: string;
  readonly reason: string;
  readonly line: number;
}

const form = /^--\s*migration-check:\s*(?:allow\s+([a-z-]+):\s*(.*\S))?/u;

function readExemptions(sql: string): Exemption[] {
  return sql.split('\n').flatMap((text, index) => {
    const match = form.exec(text.trim());
    return match ? [{ rule: match[1] ?? '', reason: match[2] ?? '', line: index + 1 }] : [];
  });
}

/**
 * Leaves out the findings that the migration explains. An exemption without a finding, of an unknown rule or without a reason
 * is a finding itself. A drop has to name a release that exists: only then no process uses what is dropped.
 */
export function applyExemptions(sql: string, findings: readonly Finding[], released: string): Finding[] {
  const exemptions = readExemptions(sql);
  const isGood = ({ rule, reason }: Exemption) =>
    rule in rules && reason.length >= 15 && (rule !== 'drop' || namesRelease(reason, released));
  const good = exemptions.filter(isGood).filter(({ rule }) => findings.some((finding) => finding.rule === rule));
  const wrong = exemptions.filter((exemption) => !good.includes(exemption));
  const allowed = new Set(good.map(({ rule }) => rule as Rule));
  return [
    ...findings.filter(({ rule }) => !allowed.has(rule)),
    ...wrong.map(({ line }): Finding => ({ rule: 'exemption', line })),
  ];
}

function namesRelease(reason: string, released: string): boolean {
  const version = /unused since (\d+\.\d+\.\d+)/u.exec(reason)?.[1];
  return version !== undefined && version.localeCompare(released, 'en', { numeric: true }) <= 0;
}
