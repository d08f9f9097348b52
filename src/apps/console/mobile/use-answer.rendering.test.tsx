import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startFakeStream } from '#platform/testing/web/fake-stream.ts';
import { show } from '#platform/testing/web/show.tsx';
import { useAnswer } from './use-answer.ts';

/** Longer than updates are gathered. */
const A_WHILE_MS = 2_000;

test('news while a slow question runs do not begin it anew: it is answered, and asked once more', async () => {
  const asked: { signal: AbortSignal; answer: (text: string) => void }[] = [];
  function Piece() {
    const { data } = useAnswer(
      'slow',
      (signal) => new Promise<string>((done) => asked.push({ signal, answer: done })),
      'robot',
    );
    return <output>{data ?? 'nothing yet'}</output>;
  }
  const tell = await startFakeStream();
  show(<Piece />);
  // drawn twice in tests, so the first is given up at once
  const running = () => asked.filter(({ signal }) => !signal.aborted);
  await vi.waitFor(() => expect(running()).toHaveLength(1));
  const begun = asked.length;
  for (let news = 0; news < 3; news++) {
    tell({ kind: 'robot', id: `r-${news}` });
    await new Promise((done) => setTimeout(done, A_WHILE_MS));
  }
  expect(asked).toHaveLength(begun);
  expect(running()).toHaveLength(1);
  running()[0]?.answer('first');
  await expect.element(page.getByText('first')).toBeVisible();
  await vi.waitFor(() => expect(asked).toHaveLength(begun + 1));
  asked.at(-1)?.answer('second');
  await expect.element(page.getByText('second')).toBeVisible();
  await new Promise((done) => setTimeout(done, A_WHILE_MS));
  expect(asked).toHaveLength(begun + 1);
});
