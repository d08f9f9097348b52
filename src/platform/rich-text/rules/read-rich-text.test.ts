import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf, plainTextOf, type RichBlock, type RichInline } from './document.ts';
import { normalised } from './normalise.ts';
import { readRichText } from './read-rich-text.ts';
import { ATTACKS, BOMBS } from './test-attack-markup.ts';
import { writeRichText } from './write-rich-text.ts';

const clean = (html: string): string => writeRichText(readRichText(html));
/** The whole grammar of what is written: nothing else may ever come out. */
const ALLOWED =
  /^(?:[^<>&"]|&(?:amp|lt|gt|quot);|<\/?(?:p|h[234]|ul|ol|li|blockquote|strong|em|u)>|<ol start="\d{1,5}">|<br>|<a href="(?:https:|mailto:|tel:)[^"<>\s]*">|<\/a>)*$/;

test.each<[string, string, string]>([
  ['words alone', 'Open again at 7', '<p>Open again at 7</p>'],
  ['marks', '<p>a <b>b</b> <i>c</i> <ins>d</ins></p>', '<p>a <strong>b</strong> <em>c</em> <u>d</u></p>'],
  ['marks across', '<b>a<i>b</b>c</i>', '<p><strong>a<em>b</em></strong><em>c</em></p>'],
  ['marks over blocks', '<b><p>a</p><p>b</p></b>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['headings', '<h1>a</h1><h4>b</h4><h6>c</h6><h3></h3>', '<h2>a</h2><h4>b</h4><h4>c</h4>'],
  ['a list', '<ul><li>a<li>b</ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['a list in an item', '<ul><li>a<ol><li>b</ol></ul>', '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>'],
  [
    'a list beside an item',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  ],
  ['an item alone', '<li>a', '<ul><li><p>a</p></li></ul>'],
  ['a list that begins later', '<ol start="4"><li>a</ol>', '<ol start="4"><li><p>a</p></li></ol>'],
  ['a list that begins nowhere', '<ol start="-1"><li>a</ol>', '<ol><li><p>a</p></li></ol>'],
  ['a heading in an item', '<ul><li><h2>a</h2></ul>', '<ul><li><p>a</p></li></ul>'],
  ['a quote', '<blockquote>a<p>b</blockquote>c', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>'],
  ['a table', '<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
  ['lines', '<div>a</div><div>b<br>c</div>', '<p>a</p><p>b<br>c</p>'],
  ['spaces', ' <p>\n  a\t b  </p> ', '<p>a b</p>'],
  ['a space that stays', '<p>a&nbsp;b</p>', '<p>a\u00a0b</p>'],
  ['empty lines', '<p></p><p>a</p><p></p><p> </p><p>b</p><p><br></p>', '<p>a</p><p></p><p>b</p>'],
  ['nothing', '<p> </p><ul><li></li></ul><blockquote></blockquote>', ''],
  [
    'references',
    'a &amp; b &lt; c &eacute; &#8364; &#0; &unknown; &',
    '<p>a &amp; b &lt; c é € \ufffd &amp;unknown; &amp;</p>',
  ],
  [
    'a link',
    '<a href=" HTTPS://a.example/?b=1&amp;c=2" target=_top>x</a>',
    '<p><a href="https://a.example/?b=1&amp;c=2">x</a></p>',
  ],
  [
    'a link in a link',
    '<a href="https://a.example">x<a href="tel:+47123">y</a>',
    '<p><a href="https://a.example">x</a><a href="tel:+47123">y</a></p>',
  ],
  [
    'what an office program copies',
    '<html><head><style>p{}</style><title>t</title></head><body><!--StartFragment--><p class=MsoNormal style="margin:0"><span lang=EN style="font-weight:700">a</span><o:p></o:p></p></body></html>',
    '<p><strong>a</strong></p>',
  ],
  [
    'what a text program copies',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-style:italic">a</span></p></b>',
    '<p><em>a</em></p>',
  ],
])('%s is read', (_, html, written) => {
  expect(clean(html)).toBe(written);
});

test.each(ATTACKS)('of %s only words stay', (_, html) => {
  const written = clean(`<p>before</p>${html}`);
  expect(written).toMatch(ALLOWED);
  expect(written).toContain('before');
  expect(clean(written)).toBe(written);
});

test.each(BOMBS)('a megabyte of %s is read like any other text', (_, html) => {
  expect(clean(html).length).toBeLessThan(html.length * 6);
  // compared here: the difference would be too long to read
  const written = clean(html.slice(0, 100_000));
  expect(clean(written) === written).toBe(true);
});

test('lists and quotes go six deep; what is deeper stands in the sixth', () => {
  const written = clean(`${'<blockquote>'.repeat(40)}<p>a</p>`);
  expect(written).toBe(`${'<blockquote>'.repeat(6)}<p>a</p>${'</blockquote>'.repeat(6)}`);
});

const PIECES = [
  ...ATTACKS.map(([, html]) => html),
  ...'<p> </p> <ul> <ol start=2> <li> </li> </ul> </ol> <blockquote> </blockquote> <b> </b> <i> </i> <u> </u> <h1> <h3> </h3> <br> <div> </div> <a\u00a0href="https://a.example"> <a\u00a0href="mailto:a@b.example"> </a> &nbsp; < > & " \' <!-- --> <span\u00a0style="font-weight:bold"> </span> = / é e\u0301'
    .split(' ')
    .map((piece) => piece.replace('\u00a0', ' ')),
  ' ',
  '\n',
  '\u00a0',
  'word',
  '\u202e',
  '\ud800',
];
const markup = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));

test('whatever is read, nothing but the allowed markup is written, and reading that again changes nothing', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const written = clean(html);
      expect(written).toMatch(ALLOWED);
      expect(clean(written)).toBe(written);
    }),
    { numRuns: 2_000 },
  );
});

const inline: fc.Arbitrary<RichInline> = fc.oneof(
  fc.constant({ kind: 'break' } as const),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(' ', '  ', 'a b', '\u00a0', '<b>', '&amp;'),
    ),
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
    href: fc.constantFrom(undefined, 'https://a.example/?b=1&c=2', 'javascript:alert(1)'),
  }) as fc.Arbitrary<RichInline>,
);
const { blocks } = fc.letrec<{ block: RichBlock; blocks: RichBlock[] }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('paragraph' as const), parts: fc.array(inline, { maxLength: 5 }) }),
    fc.record({
      kind: fc.constant('heading' as const),
      level: fc.constantFrom(2 as const, 3 as const, 4 as const),
      parts: fc.array(inline, { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('quote' as const), blocks: tie('blocks') }),
    fc.record({
      kind: fc.constant('list' as const),
      ordered: fc.boolean(),
      start: fc.integer(),
      items: fc.array(tie('blocks'), { maxLength: 3 }),
    }),
  ),
}));

test('what is written of a document reads as the same document', () => {
  fc.assert(
    fc.property(blocks, (any) => {
      const document = normalised(any);
      const written = writeRichText(document);
      expect(written).toMatch(ALLOWED);
      expect(clean(written)).toBe(written);
      if (written !== '') expect(readRichText(written)).toEqual(document);
      expect(normalised(document.blocks)).toEqual(document);
    }),
    { numRuns: 1_000 },
  );
});

test('words are counted and shown without their markup', () => {
  const document = readRichText('<h2>Closed</h2><p>on <b>1 May</b><br>☕</p><ul><li>all day</ul>');
  expect(plainTextOf(document)).toBe('Closed\non 1 May\n☕\nall day');
  expect(lengthOf(document)).toBe(6 + 8 + 1 + 7);
});
