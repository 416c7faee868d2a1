// report.html in Debian's Chromium: browser.mjs DIR [SCREENSHOTS]
// Pages come from a server of this machine, which sees whatever else a page would ask for.
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { measure } from './measure.mjs';

const require = createRequire(join(process.env.NODE_CHECKS, 'x.js'));
const puppeteer = require('puppeteer-core');
const [dir, screenshots] = process.argv.slice(2);
const failures = [];
const check = (what, holds, detail = '') => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(`${what}\n${typeof detail === 'string' ? detail : JSON.stringify(detail, null, 1)}`);
};

const asked = [];
const server = createServer((request, response) => {
  const name = request.url.slice(1);
  if (!/^(cut|hostile|many|together)\.html$/.test(name)) {
    asked.push(request.url);
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(join(dir, name)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  // Root has no user namespace to put Chromium's own sandbox into.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
await browser.defaultBrowserContext().overridePermissions(origin, ['clipboard-read', 'clipboard-write']);

const said = [];
const open = async (name, { width = 1200, scheme = 'light', hash = '', before } = {}) => {
  const page = await browser.newPage();
  page.on('console', (message) => said.push(`${name}: ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`${name}: ${error.message}`));
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height: 900 });
  if (before) await before(page);
  await page.goto(`${origin}/${name}.html${hash}`);
  return page;
};
const shown = (page) => page.$$eval('article.finding', (all) => all.filter((one) => !one.hidden).length);
const results = JSON.parse(readFileSync(join(dir, 'cut.json'), 'utf8'));
const opened = results.findings.filter((finding) => !finding.is_accepted).length;

// How it looks, whatever the width, the scheme and the contents.
for (const name of ['cut', 'hostile']) {
  for (const width of [1200, 400]) {
    for (const scheme of ['light', 'dark']) {
      const page = await open(name, { width, scheme });
      const what = `${name}, ${width} px, ${scheme}`;
      await page.click('#open-all');
      const found = await page.evaluate(measure);
      check(`${what}: the page does not scroll sideways`, found.overflow <= 0, found);
      check(`${what}: no text is smaller than 11 px`, found.smallest >= 11, found);
      check(`${what}: every text has a contrast of at least 4.5`, found.faint.length === 0, found.faint);
      check(`${what}: nothing of the input ran`, !found.hacked);
      if (screenshots) {
        mkdirSync(screenshots, { recursive: true });
        await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`), fullPage: true });
      }
      await page.close();
    }
  }
}

// The page of `patchlight interact`.
for (const width of [1200, 400]) {
  for (const scheme of ['light', 'dark']) {
    const page = await open('together', { width, scheme });
    const what = `together, ${width} px, ${scheme}`;
    await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
    const found = await page.evaluate(measure);
    check(`${what}: the page does not scroll sideways`, found.overflow <= 0, found);
    check(`${what}: no text is smaller than 11 px`, found.smallest >= 11, found);
    check(`${what}: every text has a contrast of at least 4.5`, found.faint.length === 0, found.faint);
    await page.click('article a[href^="#node-"]');
    const boxes = await page.$$eval('svg.sequences g:target rect', (all) => all.length);
    check(`${what}: a link to a statement leads to its box in the graph`, boxes === 1, `${boxes} boxes`);
    if (screenshots) {
      await page.screenshot({ path: join(screenshots, `together-${width}-${scheme}.png`), fullPage: true });
    }
    await page.close();
  }
}

// What it is made of.
{
  const page = await open('cut');
  const parts = await page.evaluate(() => ({
    landmarks: ['header', 'nav', 'main', 'footer', 'h1'].filter((tag) => document.querySelectorAll(tag).length !== 1),
    twice: Array.from(document.querySelectorAll('[id]')).map((one) => one.id).filter((id, n, all) => all.indexOf(id) !== n),
    unnamed: Array.from(document.querySelectorAll('input, select, button')).filter((one) => !(one.textContent || one.labels?.[0]?.textContent || one.ariaLabel)).length,
    lang: document.documentElement.lang,
  }));
  check('one of each landmark, ids of their own, names for controls',
    parts.landmarks.length === 0 && parts.twice.length === 0 && parts.unnamed === 0 && parts.lang === 'en', parts);
  check('the tree of partings is drawn', (await page.$$('.tree .node')).length >= results.partings.length);
  check('the place where they part is marked', (await page.$eval('article .here', (one) => one.closest('tr').textContent)).includes('out->high = strtoul'));

  // Filters.
  check('accepted findings are not shown at first', (await shown(page)) === opened);
  await page.click('.chip.accepted');
  check('accepted findings can be shown', (await shown(page)) === results.findings.length);
  await page.click('.chip.accepted');
  await page.click('.chip.output-difference');
  const without = results.findings.filter((one) => !one.is_accepted && one.class !== 'output_difference').length;
  check('a class can be left out', (await shown(page)) === without);
  await page.click('.chip.output-difference');
  await page.keyboard.press('/');
  await page.keyboard.type('delimiters.sh');
  check('findings are searched by what is in them', (await shown(page)) === 1);
  check('the number of findings is said', (await page.$eval('#count', (one) => one.textContent)).startsWith('1 of '));
  await page.keyboard.type(' absent');
  check('that nothing fits is said', (await shown(page)) === 0 && (await page.$eval('#none', (one) => !one.hidden)));
  await page.close();
}

// Permalinks.
{
  const accepted = results.findings.find((finding) => finding.is_accepted);
  const page = await open('cut', { hash: `#finding-${accepted.id}` });
  const target = await page.$eval(`#finding-${accepted.id}`, (one) => ({ hidden: one.hidden, open: one.querySelector('details').open, top: one.getBoundingClientRect().top }));
  check('a link leads to its finding and opens it', !target.hidden && target.open && target.top < 900, target);
  await page.close();
}

// Copying.
{
  const page = await open('cut');
  await page.bringToFront();
  await page.click('article .copy');
  await page.waitForSelector('.copy.done');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  check('the command is copied as it is', copied === results.findings[0].new_command, copied);
  await page.close();
  const old = await open('cut', {
    before: (page) => page.evaluateOnNewDocument(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.addEventListener('copy', () => { window.copied = getSelection().toString(); });
    }),
  });
  await old.bringToFront();
  await old.click('article .command:nth-of-type(2) .copy');
  await old.waitForSelector('.copy.done');
  const fallback = await old.evaluate(() => window.copied);
  check('without a clipboard API the command is copied, too', fallback === results.findings[0].old_command, fallback);
  await old.close();
}

// The keyboard.
{
  const page = await open('cut');
  const unseen = [];
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => {
      const one = document.activeElement;
      const outlined = one.matches('.chip input') ? one.parentElement : one;
      return { tag: `${one.tagName} ${one.className?.baseVal ?? one.className}`, outline: getComputedStyle(outlined).outlineStyle };
    });
    if (where.outline === 'none' && !where.tag.startsWith('BODY')) unseen.push(where.tag);
  }
  check('the focus is always seen', unseen.length === 0, unseen);
  await page.close();
}

// Paper.
{
  const page = await open('cut', { width: 720 });
  await page.emulateMediaType('print');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = await page.evaluate(measure);
  check('nothing is cut off on paper', paper.overflow <= 0, paper);
  check('on paper everything is open and no control is left', await page.evaluate(() =>
    document.querySelectorAll('details:not([open], .again)').length === 0 &&
    ['#filters', 'nav', '.copy'].every((one) => getComputedStyle(document.querySelector(one)).display === 'none')));
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  check('a PDF comes out', Buffer.from(pdf.subarray(0, 5)).toString() === '%PDF-' && pdf.length > 20_000);
  await page.close();
}

// Without its script.
{
  const page = await open('cut', { before: (page) => page.setJavaScriptEnabled(false) });
  const articles = await page.$$('article.finding');
  const filters = await page.$eval('#filters', (one) => one.hidden);
  check('without a script all findings are there', articles.length === results.findings.length && filters);
  await page.close();
}

// Many findings.
{
  const start = performance.now();
  const page = await open('many');
  const loaded = performance.now() - start;
  const milliseconds = await page.evaluate(async () => {
    const start = performance.now();
    const search = document.querySelector('[name=text]');
    search.value = 'lines.sh';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  });
  const n = await shown(page);
  console.log(`     500 findings: ${Math.round(loaded)} ms to load, ${Math.round(milliseconds)} ms to search`);
  check('500 findings load in 5 s and are searched in 1 s', loaded < 5000 && milliseconds < 1000 && n > 0 && n < 500, { n });
  await page.select('[name=program]', 'paste');
  const fit = await page.$$eval('article.finding', (all) => all.filter((one) => !one.hidden).every((one) => one.dataset.program === 'paste'));
  check('findings are filtered by program', fit && (await shown(page)) < n);
  await page.close();
}

check('nothing is said in the console', said.length === 0, said);
check('nothing else is asked for', asked.length === 0, asked);
await browser.close();
server.close();
if (failures.length > 0) {
  console.error(failures.join('\n\n').slice(0, 8000));
  process.exit(1);
}
