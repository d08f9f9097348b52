import { expect, test } from 'vitest';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { slices } from './slices.ts';

const { actions, entries, pageOf } = declaredCatalogue(slices);
const pages = new Set(entries.filter(({ component }) => component !== undefined).map(({ name }) => name));

test.each(actions)('%s hangs below a page, where it is given and taken', (action) => {
  expect(pages).toContain(pageOf(action));
});
