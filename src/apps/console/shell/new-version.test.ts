import { expect, test } from 'vitest';
import { namesAnotherBuild } from './new-version.ts';

const page = (src: string) => `<!doctype html><head><script type="module" crossorigin src="${src}"></script></head>`;

test.each([
  [page('/assets/index-new.js'), true],
  [page('/assets/index-old.js'), false],
  ['<html><body>The proxy is being restarted</body></html>', false],
  ['', false],
])('%s is another build: %s', (text, isNew) => {
  expect(namesAnotherBuild(text, '/assets/index-old.js')).toBe(isNew);
});
