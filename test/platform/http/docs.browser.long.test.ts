// The pages of text beside /docs in a browser: nothing off the screen, nothing that axe finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { findBrowser, startBrowser, type Browser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { skipWithReason } from '../../../scripts/stack/remarks.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = ['/docs/clients', '/docs/screens', '/docs/errors', '/docs/changes'];

const program = findBrowser();
if (program) describe('a page of text beside the reference', () => test(program));
else skipWithReason('the pages beside /docs in a browser: this machine has no chromium');

function test(program: string): void {
  const api = service();
  let browser: Browser;
  before(() => {
    browser = startBrowser(program);
  });
  after(() => browser?.close());

  for (const path of paths) {
    it(`is accessible at any width and in both schemes: ${path}`, async () => {
      const page = await browser.open(api.url + path);
      await page.value(`void (() => { ${axe} })()`);
      for (const width of [390, 1440]) {
        for (const scheme of ['light', 'dark']) {
          const screen = { width, height: 900, deviceScaleFactor: 1, mobile: width < 400 };
          await page.send('Emulation.setDeviceMetricsOverride', screen);
          const features = [{ name: 'prefers-color-scheme', value: scheme }];
          await page.send('Emulation.setEmulatedMedia', { media: '', features });
          const found = await page.value<{ violations: string[]; isWider: boolean }>(
            `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => ({
               violations: violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
               isWider: document.documentElement.scrollWidth > ${width},
             }))`,
          );
          expect(found, `${width} px, ${scheme}`).to.deep.equal({ violations: [], isWider: false });
        }
      }
      expect(page.said).to.deep.equal([]);
      await page.send('Page.close');
    });
  }
}
