import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

const read = async (bytes: Buffer) => {
  const { head, rows } = await readTable(bytes, 10);
  return [head, ...rows.map(({ cells }) => cells)];
};

test('a CSV file as Excel saves it in China is read', async () => {
  // 名称,城市 / 南京路店,上海
  const gbk = hex('c3fbb3c6 2c b3c7cad0 0d0a c4cfbea9c2b7b5ea 2c c9cfbaa3 0d0a');
  expect(await read(gbk)).toEqual([
    ['名称', '城市'],
    ['南京路店', '上海'],
  ]);
  // 喆 stands in GBK alone, 㐀 in the four bytes of GB18030
  const rare = hex('c3fbb3c6 0a c0ee86b4 0a 8139ee39c4cfbea9c2b7 0a');
  expect(await read(rare)).toEqual([['名称'], ['李喆'], ['㐀南京路']]);
});

test('the Unicode text of Excel is read, whichever byte stands first', async () => {
  const little = Buffer.from('\ufeff名称\t城市\r\n南京路店\t上海\r\n', 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    expect(await read(bytes)).toEqual([
      ['名称', '城市'],
      ['南京路店', '上海'],
    ]);
});

test('UTF-8 stays UTF-8, with its mark and without', async () => {
  for (const mark of ['', '\ufeff'])
    expect(await read(Buffer.from(`${mark}名称,城市\n南京路店,Köln\n`))).toEqual([
      ['名称', '城市'],
      ['南京路店', 'Köln'],
    ]);
});

test.each<[string, Buffer]>([
  ['a western table', latin1('name,city\nKöln,Größe\nMünchen,Düsseldorf\n')],
  ['a table of Taiwan (名稱,城市 / 臺北車站店)', hex('a657bad9 2c abb0a5ab 0a bb4fa55fa8aeafb8a9b1 0a')],
  ['a table of Japan (名前,店舗 / カフェ東京)', hex('96bc914f 2c 93588adc 0a 834a8374834693 8c8b9e 0a')],
  ['UTF-8 with a byte missing', Buffer.concat([Buffer.from('名称,城市\n南京路店').subarray(0, -1), latin1(',a\n')])],
  ['UTF-16 without its mark', Buffer.from('名称\t城市\n南京\t上海\n', 'utf16le')],
  ['half a character of UTF-16', Buffer.from('\ufeff名称\n南京\n', 'utf16le').subarray(0, -1)],
  ['controls between Chinese', hex('c3fbb3c6 0a c4cfbea9 01 0a')],
  ['private use between Chinese', hex('c3fbb3c6 0a c4cfbea9 aaa1 0a')],
  ['no pair of bytes', hex('c3fbb3c6 0a c4cfbe 0a')],
  ['a picture', hex('89504e470d0a1a0a0000000d49484452')],
])('%s is no table', async (_, bytes) => {
  await expect(readTable(bytes, 10)).rejects.toMatchObject({ code: 'import.not-a-table' });
});
