import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slices } from '#apps/server/slices.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { FIRST_STEPS, HELP_KEYS, helpAddress } from '../contract/help-keys.ts';
import { findInHelp } from './find-in-help.ts';
import { type Block, type HelpText, type Inline, readHelpText } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../documents');
const KEYS = [FIRST_STEPS, ...HELP_KEYS];
const textOf = (key: string, language: string): HelpText =>
  readHelpText(readFileSync(join(FOLDER, `${key}.${language}.md`), 'utf8'));
const documents = KEYS.map((key) => [key, textOf(key, 'en-US')] as const);

const partsOf = (block: Block): Inline[] => {
  if (block.kind === 'heading') return [];
  if (block.kind !== 'list') return [...block.parts];
  return block.items.flatMap((item) => [...item.parts, ...item.points.flat()]);
};
const linksOf = (text: HelpText) =>
  text.blocks.flatMap(partsOf).flatMap((part) => (part.kind === 'link' ? [part.target] : []));
/** What a document is made of, whatever its language. */
const shapeOf = (text: HelpText): string[] =>
  text.blocks.map((block) =>
    block.kind === 'list'
      ? `${block.ordered ? 'ol' : 'ul'} ${block.items.map((item) => item.points.length).join()}`
      : block.kind,
  );

test('every document exists in both languages, and no other', () => {
  const wanted = KEYS.flatMap((key) => ['en-US', 'zh-CN'].map((language) => `${key}.${language}.md`));
  expect(readdirSync(FOLDER).sort()).toEqual(wanted.sort());
});

test.each(KEYS)('%s says the same in both languages: same parts, same links, same keys and codes', (key) => {
  const [english, chinese] = [textOf(key, 'en-US'), textOf(key, 'zh-CN')];
  expect(shapeOf(chinese)).toEqual(shapeOf(english));
  expect(linksOf(chinese)).toEqual(linksOf(english));
  expect(chinese.menuWord).toBe(english.menuWord);
  const codes = (text: HelpText): string[] =>
    text.blocks.flatMap(partsOf).flatMap((part) => (part.kind === 'code' ? [part.text] : []));
  expect(codes(chinese).sort()).toEqual(codes(english).sort());
  for (const text of [english, chinese])
    expect([text.title, text.summary].every((words) => words.length > 3 && !words.startsWith('#'))).toBe(true);
});

test.each(KEYS)('%s is long enough to be followed, and every link leads somewhere', (key) => {
  const text = textOf(key, 'en-US');
  expect(text.blocks.filter((block) => block.kind === 'list').length).toBeGreaterThan(2);
  const pages = declaredCatalogue(slices).entries.map((entry) => entry.path);
  for (const target of linksOf(text)) {
    if (target.kind === 'help') expect(KEYS).toContain(target.key);
    if (target.kind === 'page') expect(pages).toContain(target.path);
  }
});

test('each document has an address in each language', () => {
  expect(helpAddress('payment-key', 'zh-CN')).toBe('/help/payment-key?language=zh-CN');
  expect(helpAddress('payment-key')).toBe('/help/payment-key');
});

test('headings, lists with points below, notes, strong, emphasis, keys and links are read', () => {
  const text = readHelpText(
    '<!-- menu: coupon -->\n# Title\n\nSummary.\n\n## Part\n\nA **b** *c* `d`\nand on.\n\n1. one\n   - below\n2. [two](/orders/list)\n\n> Mind [this](help:payment-key).\n',
  );
  expect(text).toEqual({
    title: 'Title',
    summary: 'Summary.',
    menuWord: 'coupon',
    blocks: [
      { kind: 'heading', text: 'Part' },
      {
        kind: 'paragraph',
        parts: [
          { kind: 'text', text: 'A ' },
          { kind: 'strong', text: 'b' },
          { kind: 'text', text: ' ' },
          { kind: 'emphasis', text: 'c' },
          { kind: 'text', text: ' ' },
          { kind: 'code', text: 'd' },
          { kind: 'text', text: ' and on.' },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        items: [
          { parts: [{ kind: 'text', text: 'one' }], points: [[{ kind: 'text', text: 'below' }]] },
          { parts: [{ kind: 'link', text: 'two', target: { kind: 'page', path: '/orders/list' } }], points: [] },
        ],
      },
      {
        kind: 'note',
        parts: [
          { kind: 'text', text: 'Mind ' },
          { kind: 'link', text: 'this', target: { kind: 'help', key: 'payment-key' } },
          { kind: 'text', text: '.' },
        ],
      },
    ],
  });
});

test.each([
  'javascript:alert',
  '//evil.example',
  'http://evil.example',
  'data:text/html,x',
  '/\\evil.example',
  'help:..',
])('a link to %s is plain text', (address) => {
  const { blocks } = readHelpText(`# T\n\nS.\n\n[here](${address})`);
  expect(blocks).toEqual([{ kind: 'paragraph', parts: [{ kind: 'text', text: 'here' }] }]);
});

test('HTML is text', () => {
  const { blocks } = readHelpText('# T\n\nS.\n\n<img src=x onerror=alert(1)>');
  expect(blocks).toEqual([{ kind: 'paragraph', parts: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] }]);
});

test('a search finds titles first, then headings, then words, and says where', () => {
  const hits = findInHelp(documents, 'points');
  expect(hits.slice(0, 2).map((hit) => hit.key)).toEqual(['points-configuration', 'points-mall']);
  const [webhook] = findInHelp(documents, 'signing secret');
  expect(webhook).toMatchObject({ key: 'payment-key', heading: 'Let Stripe report payments' });
  expect(webhook?.snippet.join('')).toContain('secret');
  expect(findInHelp(documents, 'PAIRING code')[0]).toMatchObject({ key: 'pos-card-registration' });
});

test('what stands around a hit is cut between words', () => {
  for (const search of ['points', 'secret', 'terminal', 'coupon']) {
    for (const { key, heading, snippet } of findInHelp(documents, search)) {
      const text = documents.find(([one]) => one === key)?.[1];
      const words = new Set(JSON.stringify(text).match(/[\p{L}\p{N}]+/gu));
      for (const word of snippet.join('').match(/[\p{L}\p{N}]+/gu) ?? []) expect(words, heading).toContain(word);
    }
  }
});

test('a search in Chinese finds words inside of sentences', () => {
  const chinese = KEYS.map((key) => [key, textOf(key, 'zh-CN')] as const);
  expect(findInHelp(chinese, '回调密钥')[0]?.key).toBe('payment-key');
});

test.each(['', '   ', 'qwertyuiop'])('nothing is found for "%s"', (search) => {
  expect(findInHelp(documents, search)).toEqual([]);
});
