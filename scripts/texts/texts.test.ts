import { expect, test } from 'vitest';
import { literalTexts } from './literal-texts.ts';
import { nativeTitles } from './native-titles.ts';
import { parseSource } from './syntax.ts';
import { argumentsOf, comparePacks, flatten, latinMarks } from './text-packs.ts';
import { usesOf } from './text-uses.ts';

const keysOf = (code: string): string[] =>
  usesOf(parseSource('page.tsx', code), 'orders').uses.map((use) => `${use.namespace}:${use.key}`);
const inComponent = (body: string): string =>
  `const KINDS = [{ label: 'kind.a' }, { label: 'kind.b' }];
   const BY_CODE = { 1: 'code.one', 2: 'code.two' };
   function Page({ code, isOpen }) { const { t } = useTranslation('orders'); const { t: tUi } = useTranslation('ui'); ${body} }`;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are code that is read
test.each([
  ["return t('list.title')", ['orders:list.title']],
  ["return t(isOpen ? 'a' : 'b')", ['orders:a', 'orders:b']],
  ['return t(`status.${code}`)', ['orders:status.*']],
  ["return t('devices:command.x')", ['devices:command.x']],
  ["return tUi('save')", ['ui:save']],
  ['return KINDS.map((kind) => t(kind.label))', ['orders:kind.a', 'orders:kind.b']],
  ['return KINDS.map(({ label }) => t(label))', ['orders:kind.a', 'orders:kind.b']],
  ['return t(BY_CODE[code])', ['orders:code.one', 'orders:code.two']],
  ["const key = isOpen ? 'open' : 'shut'; return t(`state.${key}`)", ['orders:state.open', 'orders:state.shut']],
])('the keys of %s are read from the code', (body, keys) => {
  expect(keysOf(inComponent(body))).toEqual(keys);
});

test('a key that no reader of the code can know is a fault', () => {
  const { faults } = usesOf(parseSource('page.tsx', inComponent('return t(code)')), 'orders');
  expect(faults).toEqual([expect.stringContaining('the key cannot be read here')]);
});

test('columns, filters, views, tags and form fields name their texts by the conventions of the kit', () => {
  const keys = keysOf(`
    import { TextField } from '#ui/fields/text-field.tsx';
    const tags = statusTags('orders:status', { 1: 'info', 2: 'good' });
    const column = columnsFor();
    const COLUMNS = [column.text('spotName', { width: 1 }), column.text('own', { title: 'x' })];
    const VIEWS = [{ key: 'all' }];
    const FILTERS = { search: searchFilter(), kind: choiceFilter(['a', 'b']), status: choiceFilter(tags) };
    function Page() {
      const list = useRecordList(endpoint, { namespace: 'orders', views: VIEWS });
      return <TextField name="reason" />;
    }`);
  expect(keys.sort()).toEqual(
    [
      'orders:field.kind',
      'orders:field.reason',
      'orders:field.spotName',
      'orders:field.status',
      'orders:kind.a',
      'orders:kind.b',
      'orders:list.search',
      'orders:status.1',
      'orders:status.2',
      'orders:view.all',
    ].sort(),
  );
});

test('a field in a row is named after its list, and not after its place', () => {
  const keys = keysOf(`
    import { TextField } from '#ui/fields/text-field.tsx';
    import { RowsField } from '#ui/rows/rows-field.tsx';
    const Part = ({ at }) => <TextField name={\`\${at}.city\`} />;
    const Page = () => <>
      <RowsField name="phases" blank={{}}>{(at) => <>
        <TextField name={\`\${at}.price\`} />
        <RowsField name={\`\${at}.slots\`} blank={{}}>{(slot) => <TextField name={\`\${slot}.from\`} />}</RowsField>
      </>}</RowsField>
      <TextField name="phases.0.first" />
    </>;`);
  expect(keys).toEqual([
    'orders:field.*.city',
    'orders:field.phases',
    'orders:field.phases.price',
    'orders:field.phases.slots',
    'orders:field.phases.slots.from',
    'orders:field.phases.first',
  ]);
});

test('the arguments that a call gives are known, unless they are spread', () => {
  const given = (body: string) => usesOf(parseSource('page.tsx', inComponent(body)), 'orders').uses[0]?.given;
  expect(given("return t('a', { count: 1, ns: 'orders' })")).toEqual(['count']);
  expect(given("return t('a')")).toEqual([]);
  expect(given("return t('a', { ...facts })")).toBeUndefined();
});

test.each([
  '<p>Refund now</p>',
  '<button aria-label="Close" />',
  '<img alt={isOpen ? "Open" : ""} />',
  '<p>{count && "rows left"}</p>',
  '<p>{`Total ${count}`}</p>',
  'confirm({ title: "Sure?" })',
  'toast.success("Saved")',
  '<p>{text ?? "无"}</p>',
])('literal text is a fault: %s', (code) => {
  expect(literalTexts(parseSource('page.tsx', `const x = ${code};`))).toHaveLength(1);
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above

test.each([
  '<p>{t("a")} – 12 %</p>',
  '<a className="quiet link" href="/orders" />',
  '<dt>IMEI</dt>',
  '<p>&copy; ·</p>',
])('no text of a person: %s', (code) => {
  expect(literalTexts(parseSource('page.tsx', `const x = ${code};`))).toEqual([]);
});

test('a key that one language lacks, an empty text and unequal arguments are faults', () => {
  const english = flatten({ a: 'A', b: { c: '{count, plural, one {# row} other {# rows}}' }, d: 'D', e: '{name}' });
  const chinese = flatten({ b: { c: '{count} 行' }, d: ' ', e: '{title}', f: 'F' });
  expect(comparePacks(english, chinese)).toEqual([
    'a: no Chinese text',
    'f: no English text',
    'd: empty',
    'e: English takes name, Chinese title',
  ]);
  expect(comparePacks(flatten({ a: '{count, plural' }), flatten({ a: 'x' }))).toEqual([
    expect.stringContaining('not an ICU text'),
  ]);
  expect(argumentsOf('{a} {n, plural, other {{b}}}', 'en-US')).toEqual(['a', 'b', 'n']);
});

test.each([
  ['<span title={name}>x</span>', 1],
  ['<td><button title="a" /><i title="b" /></td>', 2],
  ['<Dialog title={name} />', 0],
  ['<iframe title={name} />', 0],
  ['<span data-tip={name} />', 0],
])('%s has %d tooltips of the browser', (code, count) => {
  expect(nativeTitles(parseSource('page.tsx', `const x = ${code};`))).toHaveLength(count);
});

test.each(['数量,以及', '说明:见下', '先退款;再删除', '删除?'])(
  'an English mark after a Chinese character is a fault: %s',
  (text) => {
    expect(latinMarks(flatten({ a: text }))).toEqual([expect.stringContaining('a: ')]);
  },
);

test.each([
  ...['数量，以及归还', '删除“{name}”？', 'mqtts://主机:8883', '{count, plural, =0 {没有} other {# 个}}', '20, 40'],
])('marks of Chinese, of addresses and of patterns are none: %s', (text) => {
  expect(latinMarks(flatten({ a: text }))).toEqual([]);
});
