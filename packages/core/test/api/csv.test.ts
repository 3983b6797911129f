import test from 'ava';
import { csvHeader, csvLine } from '../../src/api/csv.js';

const only = (text: string) => csvLine([text]).slice(1, -3);

test('every text is in quotes; numbers, times and empty cells are not', (t) => {
  const values = ['id', 'a "b"', 7, true, new Date(0), null, undefined, ''];
  t.is(csvLine(values), '"id","a ""b""",7,true,1970-01-01T00:00:00.000Z,,,""\r\n');
});

for (const sign of ['=', '+', '-', '@', '|', '%', '\uff1d', '\uff0b', '\uff0d', '\uff20']) {
  test(`no cell begins with ${sign}, wherever a spreadsheet splits the line`, (t) => {
    t.is(only(`${sign}1`), `'${sign}1`);
    t.is(only(` "${sign}1`), `' ""${sign}1`);
    for (const separator of [';', '\t', '\n', '\r', '\r\n'])
      t.is(only(`a${separator}${sign}1;b`), `a${separator}'${sign}1;b`);
    t.is(only(`a;"${sign}1"`), `a;'""${sign}1""`);
    t.is(only(`;;${sign}1`), `;;'${sign}1`);
    t.is(only(`a ${sign}1, ${sign}2`), `a ${sign}1, ${sign}2`, 'a sign inside of a cell stays as it is');
  });
}

test('a text that begins with a tab or a line break gets an apostrophe', (t) => {
  t.is(only('\t=1'), "'\t'=1");
  t.is(only('\ra'), "'\ra");
});

test('a text without such signs stays as it is', (t) => {
  for (const text of ['Ann Meier', 'ann@people.test', '1;2', '{"role":"admin"}', 'a\nb', "O'Neill", '50 %'])
    t.is(only(text), text.replaceAll('"', '""'));
});

test('a name of a column is in quotes only if it has more than words', (t) => {
  t.is(
    csvHeader(['id', 'From (UTC)', 'Grund des Endes', '=1', 'a,b']),
    'id,From (UTC),Grund des Endes,"\'=1","a,b"\r\n',
  );
});
