import { createHash } from 'node:crypto';
import test from 'ava';
import type { VNode } from 'preact';
import { Actions, Button } from '../../src/pages/button.js';
import { Field } from '../../src/pages/field.js';
import { Form } from '../../src/pages/form.js';
import { Layout } from '../../src/pages/layout.js';
import { firstCharacters, Name } from '../../src/pages/name.js';
import { Notice } from '../../src/pages/notice.js';
import { PasskeyForm } from '../../src/pages/passkey-form.js';
import { passkeyScript } from '../../src/pages/passkey-script.js';
import { pageHeaders, renderPage, withOwnScripts } from '../../src/pages/render-page.js';
import { revealScript } from '../../src/pages/reveal-script.js';
import { stylesheet, stylesheetHash } from '../../src/pages/stylesheet.js';
import { WebLink, webUrl } from '../../src/pages/web-link.js';

const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>`;

function page(text: string): string {
  return renderPage(
    <Layout title={text} brand={{ productName: text }}>
      <Notice kind="error" id="problem">
        {text}
      </Notice>
      <Notice kind="info">{text}</Notice>
      <Form action={text} hidden={{ [text]: text }}>
        <Field
          name="email"
          label={text}
          value={text}
          hint={text}
          error={text}
          describedBy="problem"
          autofocus
          required
        />
        <Actions>
          <Button name="choice" value={text}>
            {text}
          </Button>
          <WebLink href="https://app.example" newTab>
            <Name text={text} />
          </WebLink>
        </Actions>
      </Form>
    </Layout>,
  );
}

test('the hash in the policy is that of the style element a browser receives', (t) => {
  const received = /<style>(.*?)<\/style>/s.exec(page('Sign in'))?.[1] ?? '';
  const hash = createHash('sha256').update(received).digest('base64');
  t.is(received, stylesheet);
  t.is(stylesheetHash, `sha256-${hash}`);
  t.true(pageHeaders['Content-Security-Policy']?.includes(`style-src 'sha256-${hash}';`));
});

test('a page needs neither scripts nor style attributes', (t) => {
  const html = page('Sign in');
  t.notRegex(html, /<script|\sstyle=|\son\w+=|javascript:/i);
  t.is(html.match(/<style>/g)?.length, 1);
});

test('markup in texts from others never becomes markup of the page', (t) => {
  const html = page(hostile);
  t.false(html.includes('<script'));
  t.false(html.includes('<img'));
  t.true(html.includes('&lt;script>alert('));
});

test('a page is a whole document with one heading, one main landmark and a language', (t) => {
  const html = page('Sign in');
  t.true(html.startsWith('<!doctype html><html lang="en">'));
  t.is(html.match(/<h1>/g)?.length, 1);
  t.is(html.match(/<main>/g)?.length, 1);
  t.true(html.includes('<title>Sign in · Sign in</title>'));
  t.true(html.includes('<meta name="color-scheme" content="light dark"'));
  t.true(html.includes('<meta name="robots" content="noindex"'));
});

test('a field is tied to its label, its error, its hint and the notice about the form', (t) => {
  const html = page('Sign in');
  t.true(html.includes('<label for="field-email">'));
  t.true(html.includes('id="field-email"'));
  t.true(html.includes('aria-describedby="field-email-error field-email-hint problem"'));
  t.true(html.includes('aria-invalid="true"'));
  t.regex(html, /<input[^>]* autofocus[ />]/);
  t.regex(html, /<input[^>]* required[ />]/);
});

test('an error is announced as an alert and other news as a status', (t) => {
  const html = page('Sign in');
  t.is(html.match(/role="alert"/g)?.length, 1);
  t.is(html.match(/role="status"/g)?.length, 1);
});

test('pages may not be framed, stored, sniffed, scripted or named in a referrer', (t) => {
  const policy = pageHeaders['Content-Security-Policy'] ?? '';
  t.true(policy.startsWith("default-src 'none';"));
  t.true(policy.includes("frame-ancestors 'none'"));
  t.true(policy.includes("base-uri 'none'"));
  t.notRegex(policy, /unsafe-|script-src|form-action/);
  t.like(pageHeaders, {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
});

for (const href of [
  'javascript:alert(1)',
  ' \tjava\nscript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  '//a.example',
  '',
]) {
  test(`${JSON.stringify(href)} is never linked to`, (t) => {
    t.is(webUrl(href), undefined);
    t.is(renderPage(<WebLink href={href}>site</WebLink>), '<!doctype html><span>site</span>');
  });
}

test('a link to another site neither hands over the window nor tells where it came from', (t) => {
  t.is(
    renderPage(<WebLink href="https://app.example">App</WebLink>),
    '<!doctype html><a href="https://app.example/" rel="noopener noreferrer">App</a>',
  );
});

test('a name is isolated from the text around it and cut after eighty characters', (t) => {
  t.is(renderPage(<Name text={'\u202eevil'} />), '<!doctype html><bdi>\u202eevil</bdi>');
  t.is(renderPage(<Name text={'x'.repeat(80)} />), `<!doctype html><bdi>${'x'.repeat(80)}</bdi>`);
  t.is(renderPage(<Name text={'x'.repeat(300)} />), `<!doctype html><bdi>${'x'.repeat(80)}</bdi>…`);
});

test('a character made of several code points is never cut in half', (t) => {
  t.is(firstCharacters('👩‍👩‍👧x', 1), '👩‍👩‍👧');
  t.is(firstCharacters('', 1), '');
});

test('the policy of a page permits the scripts of ours that it holds, each by its hash, and no other', (t) => {
  const source = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const policyOf = (html: string) => withOwnScripts(pageHeaders, html)['Content-Security-Policy'] ?? '';
  const field = <Field name="password" label="Password" type="password" reveal />;
  const passkey = (
    <PasskeyForm action="/x" mode="use" options={hostile}>
      {hostile}
    </PasskeyForm>
  );
  const pageWith = (content: VNode) =>
    renderPage(
      <Layout title={hostile} brand={{ productName: hostile }}>
        {content}
      </Layout>,
    );
  t.true(policyOf(pageWith(field)).endsWith(`; script-src ${source(revealScript)}`));
  t.true(policyOf(pageWith(passkey)).endsWith(`; script-src ${source(passkeyScript)}`));
  const both = pageWith(
    <>
      {field}
      {passkey}
    </>,
  );
  t.true(policyOf(both).endsWith(`; script-src ${source(revealScript)} ${source(passkeyScript)}`));
  t.is(policyOf(pageWith(<p>{`<script>${revealScript}</script>`}</p>)), pageHeaders['Content-Security-Policy'] ?? '');
  t.is(both.match(/<script/gu)?.length, 2);
});
