import test from 'ava';
import { longDate } from '../../src/language/language.js';
import { defineTexts, line, sentence, useLanguage, useTexts } from '../../src/language/texts.js';
import { composeMail } from '../../src/mail/compose-mail.js';
import { Layout } from '../../src/pages/layout.js';
import { Name } from '../../src/pages/name.js';
import { renderPage } from '../../src/pages/render-page.js';

const texts = defineTexts({
  en: { hello: (name: preact.ComponentChildren) => sentence`Hello ${name}!` },
  de: { hello: (name) => sentence`Guten Tag, ${name}!` },
});

function Hello() {
  const { hello } = useTexts(texts);
  return (
    <p>
      {hello(<b>Ann</b>)} {useLanguage()}
    </p>
  );
}

test('a component speaks the language that its page is drawn in', (t) => {
  t.is(renderPage(<Hello />), '<!doctype html><p>Hello <b>Ann</b>! en</p>');
  t.is(renderPage(<Hello />, 'en'), '<!doctype html><p>Hello <b>Ann</b>! en</p>');
  t.is(renderPage(<Hello />, 'de'), '<!doctype html><p>Guten Tag, <b>Ann</b>! de</p>');
});

test('a page and a mail say which language they are in', (t) => {
  const brand = { productName: 'Acme' };
  const page = renderPage(<Layout title="Anmelden" brand={brand} />, 'de');
  t.true(page.startsWith('<!doctype html><html lang="de">'));
  t.true(page.includes('Anmeldung und Konten von'));
  const parts = { email: 'ann@example.com', brand, title: 'a', message: 'b', after: 'c' };
  const action = { href: 'https://example.com', label: 'd' };
  const mail = composeMail({ ...parts, action, language: 'de' });
  t.true(mail.html.includes('<html lang="de">'));
  t.true(mail.html.replaceAll(/<[^>]+>/gu, '').includes('Oder öffnen Sie diesen Link: https://example.com'));
  t.true(composeMail(parts).html.includes('<html lang="en">'));
});

test('a name that ends with a full stop ends the sentence as well, however it is drawn', (t) => {
  const joined = (name: preact.ComponentChildren) =>
    renderPage(<p>{sentence`You joined ${name}. Welcome.`}</p>).replaceAll(/<[^>]+>/gu, '');
  t.is(joined('Acme'), 'You joined Acme. Welcome.');
  t.is(joined('Acme Inc.'), 'You joined Acme Inc. Welcome.');
  t.is(joined(<Name text="Acme Inc." />), 'You joined Acme Inc. Welcome.');
  t.is(
    joined(
      <strong>
        <Name text="Acme Inc." />
      </strong>,
    ),
    'You joined Acme Inc. Welcome.',
  );
  t.is(joined(<a href="/acme">Acme!</a>), 'You joined Acme! Welcome.');
  t.is(joined(undefined), 'You joined . Welcome.');
  t.is(line`${'Ann'} invites you to join ${'Acme Inc.'}.`, 'Ann invites you to join Acme Inc.');
  t.is(line`${'Acme Inc.'} has ${2} members.`, 'Acme Inc. has 2 members.');
});

test('a day is written as people of the language write it', (t) => {
  const day = new Date('2026-01-31T23:30:00.000Z');
  t.is(longDate(day, 'en'), '31 January 2026 (UTC)');
  t.is(longDate(day, 'de'), '31. Januar 2026 (UTC)');
});
