import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { formulasIn, officePath, openInSpreadsheet, type Separator } from '../support/spreadsheet.js';
import { addMember, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

// On a machine without LibreOffice, all tests of this file are skipped.
const officeTest = officePath ? test.serial : test.serial.skip;

let server: TestServer;
let scene: SeatScene;
/** The CSV files of a tenant with hostile names, by their paths. */
const files = new Map<string, string>();

const formula = '=HYPERLINK("https://evil.example";"Open")';
const hostile = [
  formula,
  `Ann;${formula}`,
  `Ann;"${formula}"`,
  `Ann\t${formula}`,
  `Ann\n${formula}`,
  `Ann"\r\n${formula}`,
  'Ann;+1+1;-1+1;@SUM(1;2);|cmd;%1',
  '+1+1',
  '-1+1',
];

test.before(async () => {
  if (!officePath) return;
  server = await startTestServer({ plugins: allPlugins() });
  const { db } = server.identity;
  scene = await seatScene(server, 100);
  await makeGerman(server, scene.owner);
  await db.licenseType.update({ where: { id: scene.licenseTypeId }, data: { name: `Pro;${formula}` } });
  for (const displayName of hostile) {
    const member = await addMember(server, scene.tenantId, 'member');
    await db.user.update({ where: { id: member.userId }, data: { displayName } });
    await holdSeat(server, scene, member);
    const event = { tenantId: scene.tenantId, type: 'member.updated', actorKind: 'user', actorId: member.userId };
    await db.event.create({ data: { ...event, subjectId: displayName, data: { name: displayName } } });
  }
  const { browser } = await openAccount(server.issuer, scene.owner.email, { path: '/console' });
  const licenses = `${scene.base}/licenses/${scene.applicationId}`;
  const pages = [
    `${scene.base}/members?download=members`,
    `${scene.base}/audit?download=events`,
    `${licenses}?download=holders`,
    `${licenses}/history?download=history`,
  ];
  for (const path of pages) {
    const file = await browser.request('GET', new URL(path, server.issuer));
    files.set(path.replace(scene.base, ''), await file.text());
  }
  const authorization = `Bearer ${await tokenOf(server.issuer, scene.owner.email, scene.slug)}`;
  for (const path of ['events/export', 'license-history/export']) {
    const target = `${server.issuer}/api/tenants/${scene.tenantId}/${path}`;
    files.set(path, await (await fetch(target, { headers: { authorization } })).text());
  }
});
test.after.always(() => server?.stop());

for (const separator of [',', ';', '\t'] as const satisfies Separator[]) {
  const name = JSON.stringify(separator);
  officeTest(`no cell of an export is a formula in a German spreadsheet that splits at ${name}`, async (t) => {
    t.is(files.size, 6);
    for (const [path, csv] of files) {
      // One of the files has ids only.
      t.regex(csv, path.startsWith('license-history') ? /^userId,/u : /HYPERLINK/u, path);
      t.deepEqual(formulasIn(await openInSpreadsheet(csv, separator)), [], path);
    }
  });

  officeTest(
    `such a spreadsheet does run the formulas of a file that is not made safe, split at ${name}`,
    async (t) => {
      t.deepEqual(formulasIn(await openInSpreadsheet(`a${separator}=1+1\r\n`, separator)), ['of:=1+1']);
    },
  );
}
