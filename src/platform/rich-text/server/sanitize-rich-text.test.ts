import * as fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { expect, test } from 'vitest';
import { ALLOWED_MARKUP } from '../contract/allowed-markup.ts';
import { readRichText } from '../rules/read-rich-text.ts';
import { ATTACKS, BOMBS } from '../rules/test-attack-markup.ts';
import { writeRichText } from '../rules/write-rich-text.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

const clean = async (html: string): Promise<string> => writeRichText(await sanitizeRichText(html));
/** Reads the answer with a parser that is not ours, and names what is not allowed in it. */
const foreign = (written: string): string[] => {
  const found: string[] = [];
  sanitizeHtml(written, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => {
      const allowed: readonly string[] = (ALLOWED_MARKUP.attributes as Record<string, readonly string[]>)[name] ?? [];
      if (!(ALLOWED_MARKUP.tags as readonly string[]).includes(name)) found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!allowed.includes(attribute)) found.push(`${name} ${attribute}`);
        if (attribute === 'href' && !/^(https|mailto|tel):/.test(value)) found.push(value);
      }
    },
  });
  return found;
};

test.each(ATTACKS)('of %s nothing is kept that a browser would run', async (_, html) => {
  const written = await clean(`<p>before</p>${html}`);
  expect(foreign(written)).toEqual([]);
  expect(written).toContain('before');
  expect(await clean(written)).toBe(written);
});

test.each(BOMBS)('a megabyte of %s is sanitized like any other text', async (_, html) => {
  expect(foreign((await clean(html)).slice(0, 200_000))).toEqual([]);
});

test('whatever is sent, only the allowed markup is kept, and sanitizing it again changes nothing', async () => {
  const pieces = [
    ...ATTACKS.map(([, html]) => html),
    ...ALLOWED_MARKUP.tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    ...ALLOWED_MARKUP.droppedWhole.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    ...['<', '>', '"', "'", '&', '&lt;', '<!--', '-->', ' ', 'word', '<a href="https://a.example/?b=1&c=2">'],
  ];
  const markup = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 30 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(markup, async (html) => {
      const written = await clean(html);
      expect(foreign(written)).toEqual([]);
      expect(await clean(written)).toBe(written);
    }),
    { numRuns: 1_000 },
  );
});

test('the second pair of eyes finds nothing to take away', async () => {
  for (const [, html] of ATTACKS) {
    const written = writeRichText(readRichText(html));
    expect(await clean(html)).toBe(written);
  }
});

test('what the editor writes is kept as it is', async () => {
  const written =
    '<h2>Opening hours</h2><p>From <strong>7 <em>to</em></strong> <u>9</u>, see <a href="https://a.example/?b=1&amp;c=2">hours</a> &lt;all&gt;<br>ok\u00a0</p><p></p><ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol><blockquote><p>“c” é ☕</p></blockquote>';
  expect(await clean(written)).toBe(written);
});
