import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { xlsxBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { readTable } from './read-table.ts';
import { isHarmlessZip } from './zip-limits.ts';

interface Part {
  readonly name: string;
  readonly content: Buffer;
  /** What the directory claims; the truth by default. */
  readonly claimedSize?: number;
}

function zip(parts: readonly Part[], claimedCount = parts.length): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimedSize = content.length } of parts) {
    const packed = deflateRawSync(content);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claimedSize, 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    sizes.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(claimedCount, 8);
  end.writeUInt16LE(claimedCount, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const page = { name: 'xl/a.xml', content: Buffer.from('<a/>') };

test('our own workbooks and a plain archive may be unpacked', async () => {
  const batches = (async function* () {
    yield [['one']];
  })();
  expect(isHarmlessZip(await buffer(xlsxBytes({ columns: ['Name'], batches }, { name: 'Sheet' })))).toBe(true);
  expect(isHarmlessZip(zip([page]))).toBe(true);
});

test.each([
  ['a bomb', zip([{ name: 'a', content: Buffer.alloc(21_000_000) }])],
  ['a bomb that says it is small', zip([{ name: 'a', content: Buffer.alloc(30_000_000), claimedSize: 100 }])],
  [
    'many that are a bomb together',
    zip(Array.from({ length: 30 }, (_, at) => ({ name: `a${at}`, content: Buffer.alloc(1_000_000) }))),
  ],
  ['a path that leads out', zip([{ ...page, name: '../../etc/passwd' }])],
  ['an absolute path', zip([{ ...page, name: '/etc/passwd' }])],
  ['very many entries', zip(Array.from({ length: 300 }, (_, at) => ({ ...page, name: `a${at}` })))],
  ['entries that are not there', zip([page], 150)],
  ['no entries', zip([])],
  ['a torn archive', zip([page]).subarray(0, 40)],
  ['no archive', Buffer.from('PK\x03\x04 and then nothing')],
])('%s is refused at once', (_, bytes) => {
  expect(isHarmlessZip(bytes)).toBe(false);
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** The least that is a workbook: a sheet of these rows, with texts that they share. */
function book(rows: string, shared = ''): Buffer {
  const relations = (...all: [type: string, target: string][]) =>
    `<Relationships xmlns="${RELATIONS}">${all.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEETS}">${shared}</sst>`,
  };
  return zip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

/** A head and one row of one cell. */
function workbook(cell: string): Buffer {
  const row = (no: number, text: string) =>
    `<row r="${no}"><c r="A${no}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  return book(row(1, 'name') + row(2, cell));
}

/** One text in many rows, which the file says once. */
function sharedText(text: string, rows: number): Buffer {
  const cells = Array.from(
    { length: rows },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
  );
  return book(cells.join(''), `<si><t>${text}</t></si>`);
}

test('a workbook that says one long text in many cells is too much', async () => {
  const text = 'x'.repeat(30_000);
  expect((await readTable(sharedText(text, 600), 1_000)).rows).toHaveLength(599);
  await expect(readTable(sharedText(text, 700), 1_000)).rejects.toMatchObject({
    code: 'import.too-much-text',
  });
});

test('a workbook with characters that cannot be stored, written as escapes, is no table', async () => {
  expect(await readTable(workbook('a_x0041_'), 10)).toMatchObject({ rows: [{ cells: ['aA'] }] });
  for (const cell of ['a_x0000_', 'a_xD800_'])
    await expect(readTable(workbook(cell), 10)).rejects.toMatchObject({ code: 'import.not-a-table' });
});

test('rows that claim places far away cost nothing: many of them are refused', async () => {
  const row = (no: number) => `<row r="${no}"><c r="A${no}"><v>1</v></c><c r="XFD${no}"/></row>`;
  const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1)).join('');
  expect((await readTable(book(rows(100)), 1_000)).rows).toHaveLength(99);
  await expect(readTable(book(rows(400)), 1_000)).rejects.toMatchObject({ code: 'import.too-many-columns' });
  await expect(readTable(book(`${row(1)}${row(2)}${row(1_048_576)}`), 1_000)).rejects.toMatchObject({
    code: 'import.too-many-rows',
  });
});
