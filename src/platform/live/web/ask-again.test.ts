import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { askAgain } from './ask-again.ts';

const KEY = ['monitor'];
const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
afterEach(() => client.clear());

/** A server on a slow line: each question waits until the test ends it. */
function aSlowServer() {
  const asked: { signal: AbortSignal; answer: (value: number) => void; fail: (error: Error) => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: ({ signal }) =>
      new Promise<number>((answer, fail) => {
        asked.push({ signal, answer, fail });
      }),
  });
  const stop = observer.subscribe(() => undefined);
  return { asked, stop, shown: () => observer.getCurrentResult() };
}
const questions = (server: ReturnType<typeof aSlowServer>, count: number) =>
  vi.waitFor(() => expect(server.asked).toHaveLength(count));

test('news during a question leave it alone, and it is asked once more after its answer', async () => {
  const server = aSlowServer();
  await questions(server, 1);
  for (let news = 0; news < 5; news++) void askAgain(client, KEY);
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]?.signal.aborted).toBe(false);
  server.asked[0]?.answer(1);
  await questions(server, 2);
  expect(server.shown().data).toBe(1);
  server.asked[1]?.answer(2);
  await vi.waitFor(() => expect(server.shown()).toMatchObject({ data: 2, fetchStatus: 'idle' }));
  await new Promise((done) => setTimeout(done, 20));
  expect(server.asked).toHaveLength(2);
  server.stop();
});

test('news during the second question make a third', async () => {
  const server = aSlowServer();
  await questions(server, 1);
  void askAgain(client, KEY);
  server.asked[0]?.answer(1);
  await questions(server, 2);
  void askAgain(client, KEY);
  server.asked[1]?.answer(2);
  await questions(server, 3);
  server.asked[2]?.answer(3);
  await vi.waitFor(() => expect(server.shown()).toMatchObject({ data: 3, fetchStatus: 'idle' }));
  server.stop();
});

test('news while nothing is asked ask at once; a question that failed is not asked once more by itself', async () => {
  const server = aSlowServer();
  await questions(server, 1);
  server.asked[0]?.answer(1);
  await vi.waitFor(() => expect(server.shown().fetchStatus).toBe('idle'));
  const asked = askAgain(client, KEY);
  await questions(server, 2);
  void askAgain(client, KEY);
  server.asked[1]?.fail(new Error('line'));
  await asked;
  await new Promise((done) => setTimeout(done, 20));
  expect(server.asked).toHaveLength(2);
  expect(server.shown()).toMatchObject({ status: 'error', data: 1 });
  server.stop();
});
