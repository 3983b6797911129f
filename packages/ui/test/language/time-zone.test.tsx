import test from 'ava';
import { Day, Moment } from '../../src/console/list-parts.js';
import { dayIn, inTimeZone, knownTimeZone, momentIn } from '../../src/language/time-zone.js';
import { renderPart } from '../../src/pages/render-page.js';

const summer = new Date('2026-07-31T22:30:15.250Z');
const winter = new Date('2026-01-31T12:00:00.000Z');

test('a time is written in a zone, with the name of the zone', (t) => {
  t.is(momentIn(summer, 'en', 'Europe/London'), '31 Jul 2026, 23:30 BST');
  t.is(momentIn(winter, 'en', 'Europe/London'), '31 Jan 2026, 12:00 GMT');
  t.is(momentIn(winter, 'de', 'Europe/Berlin'), '31. Jan. 2026, 13:00 MEZ');
  t.is(momentIn(winter, 'en', 'UTC'), '31 Jan 2026, 12:00 UTC');
});

test('the day of a moment is the day in the zone', (t) => {
  t.is(dayIn(summer, 'en', 'UTC'), '31 July 2026 (UTC)');
  t.is(dayIn(summer, 'de', 'Europe/Berlin'), '1. August 2026 (MESZ)');
});

test('a zone that is missing or unknown is UTC', (t) => {
  t.is(knownTimeZone('Europe/Berlin'), 'Europe/Berlin');
  for (const zone of [null, undefined, '', 'US/Pacific-New-Alias', 'Mars/Base', '<b>'])
    t.is(knownTimeZone(zone), 'UTC', String(zone));
});

test('times are in the zone of the page, with the exact time in UTC', (t) => {
  const times = (
    <p>
      <Moment at={summer} /> <Day at={summer} />
    </p>
  );
  const exact = 'datetime="2026-07-31T22:30:15Z" title="2026-07-31 22:30:15 UTC"';
  t.is(
    renderPart(inTimeZone('Europe/Berlin', times), 'de'),
    `<p><time ${exact}>1. Aug. 2026, 00:30 MESZ</time> <time ${exact}>1. August 2026 (MESZ)</time></p>`,
  );
  t.true(renderPart(times, 'en').includes('>31 Jul 2026, 22:30 UTC</time>'), 'without a zone');
});
