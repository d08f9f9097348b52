import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type RefillRun, type RunStop, refillRunEndpoints } from '#domains/refill-runs/contract/endpoints.ts';
import { answer, unanswered } from '#platform/testing/web/fake-server.ts';
import { show, takeAway } from '#platform/testing/web/show.tsx';
import RefillScreen from '../refill-screen.tsx';
import { SurroundingsContext } from '../surroundings.ts';
import { ownerOfNow, readKept } from './kept.ts';
import { OneStop } from './one-stop.tsx';
import { beginRuns, refreshRuns, typedAt, useRuns } from './runs.ts';

vi.mock('../way-texts.ts', async () => {
  const { default: texts } = await import('../locales/on-the-way.en-US.json');
  return { useWayTexts: () => texts };
});

const beans = {
  ...{ materialId: 'beans', name: 'Coffee beans', nameZh: '', unit: 'g', specs: '', capacity: 2_000 },
  ...{ level: 300, lowMark: 400, hoursToEmpty: 2, filledAt: null },
};
const stop = {
  ...{ robotId: 'r-1', imei: '1', name: 'Harbour', spotId: null, spotName: '', spotNameZh: '', address: '' },
  ...{ latitude: null, longitude: null, turn: 1, state: 'waiting', reason: '', doneAt: null, doneByName: '' },
  ...{ fills: [] },
  materials: [beans],
} as unknown as RunStop;
const run = { id: 'run-1', name: 'Tuesday', state: 'running', endedAt: null, stops: [stop] } as unknown as RefillRun;

function Stop() {
  const shown = useRuns().runs?.[0];
  return shown && <OneStop run={shown} stop={stop} />;
}

test('what was typed at a robot is there again after a way back, until it is confirmed', async () => {
  answer(refillRunEndpoints.mine, () => ({ runs: [run] }));
  answer(refillRunEndpoints.confirm, unanswered);
  await beginRuns();
  const open = () =>
    show(
      <SurroundingsContext value={{ texts: {} as never, language: 'en-US' }}>
        <Stop />
      </SurroundingsContext>,
    );
  open();
  const [amount, batch] = [page.getByLabelText('In it now'), page.getByLabelText('Batch')];
  await amount.fill('1900');
  await batch.fill('B-2041');
  // as it is after a reload
  const kept = async () => (await readKept(ownerOfNow()))?.typed;
  await expect.poll(kept).toEqual({ 'run-1/r-1': { beans: { amount: '1900', batch: 'B-2041' } } });
  takeAway();
  open();
  await expect.element(amount).toHaveValue('1900');
  await expect.element(batch).toHaveValue('B-2041');
  await page.getByRole('button', { name: 'Confirm 1 filled' }).click();
  await expect.poll(kept).toEqual({});
  expect(typedAt('run-1', 'r-1')).toBeUndefined();
});

test('a run that is cancelled while somebody types keeps the form, says so, and takes the confirmation', async () => {
  let mine: RefillRun = { ...run, id: 'run-2' };
  const confirmed: unknown[] = [];
  answer(refillRunEndpoints.mine, () => ({ runs: [mine] }));
  answer(refillRunEndpoints.confirm, (request) => {
    confirmed.push(request);
    return { run: mine, told: [] };
  });
  await refreshRuns();
  history.replaceState(null, '', '/mobile/refill?run=run-2&robot=r-1');
  show(
    <SurroundingsContext value={{ texts: {} as never, language: 'en-US' }}>
      <RefillScreen />
    </SurroundingsContext>,
  );
  const amount = page.getByLabelText('In it now');
  await amount.fill('1700');
  mine = { ...mine, state: 'cancelled', reason: 'rain' };
  // one that is under way may have asked before
  const shown = async () => {
    await refreshRuns();
    return document.body.textContent;
  };
  await expect.poll(shown).toContain('This run was cancelled: rain.');
  await expect.element(amount).toHaveValue('1700');
  await page.getByRole('button', { name: 'Confirm 1 filled' }).click();
  await expect.poll(() => confirmed.at(-1)).toMatchObject({ id: 'run-2', materials: [{ amount: 1_700 }] });
});
