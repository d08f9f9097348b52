import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { robotCalls } from '#domains/robots/contract/calls.ts';
import { answer, callsOf } from '#platform/testing/web/fake-server.ts';
import { startFakeStream } from '#platform/testing/web/fake-stream.ts';
import { show } from '#platform/testing/web/show.tsx';
import { useRobotList } from './use-robot-list.ts';

const TOTAL = 260;
const names = new Map<number, string>();
let release: (() => void) | undefined;
let waits = false;

function Piece({ keyword = '' }: { keyword?: string }) {
  const { robots, more } = useRobotList({ segment: 'all', keyword });
  return (
    <>
      <output>{robots?.length ?? 0} robots</output>
      <p>{robots?.at(-1)?.name}</p>
      <button type="button" onClick={more}>
        More
      </button>
    </>
  );
}

const shown = (count: number) => expect.element(page.getByText(`${count} robots`)).toBeVisible();
const more = () => page.getByRole('button', { name: 'More' }).click();
const asked = () => callsOf(robotCalls.page).map(({ request: { pageNo, pageSize } }) => `${pageNo} of ${pageSize}`);
const quiet = () => new Promise((done) => setTimeout(done, 2_000));

beforeEach(() => {
  waits = false;
  answer(robotCalls.monitor, () => ({ counts: { total: TOTAL, attention: 0, health: {} } }));
  answer(robotCalls.page, async ({ pageNo, pageSize }) => {
    if (waits) await new Promise<void>((done) => (release = done));
    const [from, size] = [(Number(pageNo) - 1) * Number(pageSize), Number(pageSize)];
    const records = Array.from({ length: Math.max(0, Math.min(size, TOTAL - from)) }, (_, at) => from + at + 1);
    return { total: TOTAL, records: records.map((no) => ({ id: `r-${no}`, name: names.get(no) ?? `Robot ${no}` })) };
  });
});

test('a list that was scrolled far is read anew to its end', async () => {
  const tell = await startFakeStream();
  show(<Piece />);
  await shown(20);
  for (let count = 40; count <= TOTAL; count += 20) {
    await more();
    await shown(count);
  }
  await quiet();
  names.set(260, 'Another name');
  tell({ kind: 'robot', id: 'r-260' });
  await expect.element(page.getByText('Another name')).toBeVisible();
  expect(asked().slice(-2)).toEqual(['1 of 200', '2 of 200']);
  await shown(TOTAL);
});

test('news while more is loaded let it come, and what is there is read anew after it', async () => {
  const tell = await startFakeStream();
  show(<Piece keyword="north" />);
  await shown(20);
  await quiet();
  waits = true;
  await more();
  await vi.waitFor(() => expect(asked().at(-1)).toBe('2 of 20'));
  tell({ kind: 'robot', id: 'r-1' });
  await quiet();
  expect(asked().at(-1)).toBe('2 of 20');
  waits = false;
  release?.();
  await shown(40);
  await vi.waitFor(() => expect(asked().at(-1)).toBe('1 of 40'));
});
