import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, type FormFault, type FormLimits, readForm } from './multipart.ts';

const LIMITS: FormLimits = {
  parts: 4,
  headerBytes: 300,
  fieldBytes: 20,
  fileBytes: (_name, fields) => (fields['kind'] === 'small' ? 5 : 1_000),
  totalBytes: 3_000,
};

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (text: string | Uint8Array, chunk = 7, limits = LIMITS) =>
  readForm(inChunks(typeof text === 'string' ? Buffer.from(text, 'latin1') : text, chunk), 'b-1', limits);
const faultOf = async (text: string, chunk?: number) => {
  const { kind, field, maximum } = (await read(text, chunk).then(
    () => undefined,
    (error) => error,
  )) as FormFault;
  return [kind, field, maximum];
};
const field = (name: string, value: string) =>
  `--b-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, fileName: string, value: string) =>
  `--b-1\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n${value}\r\n`;
const END = '--b-1--\r\n';

describe('the boundary', () => {
  test.each([
    ['multipart/form-data; boundary=b-1', 'b-1'],
    ['Multipart/Form-Data;BOUNDARY="b 1"', 'b 1'],
    ['multipart/form-data; charset=utf-8; boundary=----WebKitFormBoundaryAb1', '----WebKitFormBoundaryAb1'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    ['multipart/form-data; boundary=""', undefined],
    ['multipart/form-data; boundary=a; boundary=b', undefined],
    ['multipart/form-data; boundary="ends with a space "', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
    ['multipart/form-data; boundary=a\u0000b', undefined],
    ['multipart/mixed; boundary=b-1', undefined],
    ['application/json', undefined],
    [undefined, undefined],
  ])('of %s is %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
});

test('fields and a file arrive as they were sent, whatever comes before and after the form', async () => {
  const form = `a preamble${'\r\n'}${field('kind', 'icon')}${field('empty', '')}${file('file', 'a.png', '\r\n--b-\r\n\0\xff')}${END}an epilogue`;
  for (const chunk of [1, 2, 3, 5, 64, 10_000]) {
    const { fields, files } = await read(form, chunk);
    expect(fields).toEqual({ kind: 'icon', empty: '' });
    expect(files['file']?.name).toBe('a.png');
    expect(Buffer.from(files['file']!.bytes).toString('latin1')).toBe('\r\n--b-\r\n\0\xff');
  }
});

test('any bytes come back whole, however they are cut', async () => {
  // pieces of the delimiter among the content are what a reader trips over
  const piece = fc.constantFrom(
    '\r',
    '\n',
    '-',
    '--',
    'b',
    '\r\n--b-',
    '\r\n--b-2',
    '--b-1',
    '\r\n',
    '\0',
    'text',
    '\xff',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), async (pieces, chunk) => {
      const content = pieces.join('');
      fc.pre(!`\r\n${content}`.includes('\r\n--b-1'));
      const { files } = await read(file('file', 'x', content) + END, chunk);
      expect(Buffer.from(files['file']!.bytes).toString('latin1')).toBe(content);
    }),
  );
});

test('what the browser itself writes is read back: names of any script, quotes and line ends', async () => {
  const name = '咖啡 "latte" \r\n.png';
  const form = new FormData();
  form.set('kind', 'Größe');
  form.set('file', new Blob([new Uint8Array([1, 2, 3])]), name);
  const request = new Request('http://test', { method: 'POST', body: form });
  const boundary = boundaryOf(request.headers.get('content-type')!)!;
  const { fields, files } = await readForm(inChunks(await request.bytes(), 11), boundary, LIMITS);
  expect(fields).toEqual({ kind: 'Größe' });
  expect(files['file']).toEqual({ name, bytes: new Uint8Array([1, 2, 3]) });
});

test.each<[string, string, (string | number | undefined)[]]>([
  ['nothing at all', '', ['malformed', '', undefined]],
  ['no end', field('a', '1'), ['malformed', 'a', undefined]],
  ['an end within a file', file('file', 'a', 'x'.repeat(50)).slice(0, -9), ['malformed', 'file', undefined]],
  [
    'another boundary',
    field('a', '1').replaceAll('b-1', 'b-2') + END.replace('b-1', 'b-2'),
    ['malformed', '', undefined],
  ],
  ['text after a delimiter', `--b-1 x\r\n${field('a', '1')}${END}`, ['malformed', '', undefined]],
  ['a part without a head', `--b-1\r\n\r\nx\r\n${END}`, ['malformed', '', undefined]],
  ['a part without a name', `--b-1\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`, ['malformed', '', undefined]],
  ['an empty name', field('', '1') + END, ['malformed', '', undefined]],
  ['a name that is no UTF-8', field('\xff', '1') + END, ['malformed', '', undefined]],
  ['a text that is no UTF-8', field('a', '\xff') + END, ['malformed', 'a', undefined]],
  ['an attachment', field('a', '1').replace('form-data', 'attachment') + END, ['malformed', '', undefined]],
  ['a head of lines too long', field('a'.repeat(400), '1') + END, ['malformed', '', undefined]],
  ['a head that never ends', `--b-1\r\n${'X: y\r\n'.repeat(100)}`, ['malformed', '', undefined]],
  [
    'a header twice',
    `--b-1\r\nContent-Disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"\r\n\r\n${END}`,
    ['malformed', '', undefined],
  ],
  [
    'a folded header',
    `--b-1\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\nx\r\n${END}`,
    ['malformed', '', undefined],
  ],
  ['two names in one head', field('a"; name="b', '1') + END, ['malformed', '', undefined]],
  [
    'a second file name in another spelling',
    field('file"; filename="a"; filename*="UTF-8\'\'b', '1') + END,
    ['malformed', '', undefined],
  ],
  [
    'base64',
    field('a', 'MQ==').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n') + END,
    ['malformed', '', undefined],
  ],
  [
    'a form in the form',
    field('a', '').replace('\r\n\r\n', '\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n') + END,
    ['malformed', '', undefined],
  ],
  ['a field twice', field('a', '1') + field('a', '2') + END, ['twice', 'a', undefined]],
  ['a file beside a field of its name', field('a', '1') + file('a', 'x', '2') + END, ['twice', 'a', undefined]],
  [
    'five parts',
    'abcde'
      .split('')
      .map((name) => field(name, ''))
      .join('') + END,
    ['too-many-parts', '', undefined],
  ],
  ['a long field', field('a', 'x'.repeat(21)) + END, ['field-too-large', 'a', 20]],
  ['a large file', file('file', 'a', 'x'.repeat(1_001)) + END, ['file-too-large', 'file', 1_000]],
  [
    'a file too large for what a field says',
    field('kind', 'small') + file('file', 'a', '123456') + END,
    ['file-too-large', 'file', 5],
  ],
  [
    'a large file whose end never comes',
    file('file', 'a', 'x'.repeat(1_010)).slice(0, -2),
    ['file-too-large', 'file', 1_000],
  ],
  ['a preamble without an end', 'x'.repeat(4_000), ['malformed', '', undefined]],
])('%s is refused, however it is cut', async (_title, form, expected) => {
  for (const chunk of [1, 4, 9_999]) expect(await faultOf(form, chunk)).toEqual(expected);
});

test('a file too large is refused at its first byte too many, and nothing more is read', async () => {
  let sent = 0;
  async function* endless() {
    yield Buffer.from(file('file', 'a', '').slice(0, -2));
    for (; sent < 1_000_000; sent += 100) yield Buffer.alloc(100);
  }
  await expect(readForm(endless(), 'b-1', LIMITS)).rejects.toMatchObject({ kind: 'file-too-large' });
  expect(sent).toBeLessThan(1_200);
});

test('names of the language itself are names like others', async () => {
  const { fields } = await read(field('__proto__', 'x') + field('constructor', 'y') + END);
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});

test('no bytes make anything but a form or a fault that says why', async () => {
  const token = fc.constantFrom(
    '--b-1',
    '\r\n',
    '\r\n\r\n',
    '--',
    'Content-Disposition: form-data; name="a"',
    '; filename="f"',
    ':',
    '"',
    '\\',
    'x',
    '\0',
    '\xe2\x82',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(token, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), async (tokens, chunk) => {
      const outcome = await read(tokens.join(''), chunk).then(
        () => 'form',
        (error) => error.name,
      );
      expect(['form', 'FormFault']).toContain(outcome);
    }),
  );
});
