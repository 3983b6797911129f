import { browserTest, openPage } from '../support/browser-tests.js';
import { findLayoutFaults, hardValues, showHardValues } from '../support/layout-faults.js';

const { name } = hardValues.long;
const words = 'Members can see who else is here';

const faulty = {
  'text that is cut': `<p style="width:8rem;overflow:hidden;white-space:nowrap">${words}</p>`,
  'text outside its box': `<p style="width:8rem;border:1px solid">${'W'.repeat(40)}</p>`,
  'text outside the window': `<p style="white-space:nowrap">${`${words} `.repeat(20)}</p>`,
  'text over other text': `<p style="margin:0">${words}</p><p style="margin:-1.2em 0 0">${words}</p>`,
  'a column of single letters': `<p style="width:1rem;overflow-wrap:anywhere">${words}</p>`,
  'a name in a column of a few letters': `<p style="width:3rem;overflow-wrap:anywhere">${name}</p>`,
  'text without any room': `<p style="font-size:0">${words}</p>`,
  'a value beside labels that take all the room': `
    <dl style="display:grid;grid-template-columns:minmax(7rem,auto) minmax(0,1fr);width:20rem;overflow-wrap:anywhere">
      <dt>Email</dt><dd style="margin:0">a@b.test</dd><dt>${name}</dt><dd style="margin:0">Administrator</dd>
    </dl>`,
};

const sound = {
  sentences: `<p style="width:20rem">${words}</p><p>${words}</p>`,
  'a long name in a wide box': `<p style="width:20rem;overflow-wrap:anywhere">${name}</p>`,
  'what only screen readers see': `<p class="hidden" style="position:absolute;width:1px;height:1px;overflow:hidden">${words}</p>`,
  'what is folded away': `<details><summary>More</summary><p>${words}</p></details>`,
};

browserTest('text that cannot be read is found, and sound text is not', async (t) => {
  const page = await openPage({ viewport: { width: 800, height: 600 } });
  for (const [fault, html] of Object.entries(faulty)) {
    await page.setContent(html);
    t.not((await findLayoutFaults(page)).length, 0, fault);
  }
  for (const [what, html] of Object.entries(sound)) {
    await page.setContent(html);
    t.deepEqual(await findLayoutFaults(page), [], what);
  }
});

browserTest('hard values take the place of names and emails, and go again', async (t) => {
  const page = await openPage();
  await page.setContent(
    '<p><bdi>Ann</bdi> <bdi>ann@example.com</bdi></p><ul class="entries"><li>One</li></ul><p>Words stay</p>',
  );
  const before = await page.content();
  const undo = await showHardValues(page, 'cjk');
  const shown = await page.locator('bdi').allTextContents();
  t.deepEqual(shown, [hardValues.cjk.name, hardValues.cjk.email]);
  t.is(await page.locator('li').count(), 3);
  t.is(await page.getByText('Words stay').count(), 1);
  await undo();
  t.is(await page.content(), before);
});
