import { useSyncExternalStore } from 'react';
import { refillCalls } from '#domains/refill-runs/contract/calls.ts';
import type { Acted, RefillRun, Told } from '#domains/refill-runs/contract/endpoints.ts';
import { afterFailure, withActs } from '#domains/refill-runs/rules/queued-acts.ts';
import { CallError, callAt } from '#platform/http/web/call.ts';
import { onConnectionReturn } from '#platform/http/web/connection.ts';
import { loadRuntimeConfig } from '#platform/http/web/runtime-config.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import { storedUser } from '#system/session/web/stored/index.ts';
import { browserNow } from '#ui/time/now.ts';
import { askMyRuns } from '../way-calls.ts';
import { keepProgram } from './keep-program.ts';
import {
  addAct,
  deleteOfOthers,
  type Kept,
  type KeptAct,
  ownerOfNow,
  readActs,
  readKept,
  removeAct,
  type TypedStop,
  writeAct,
  writeKept,
} from './kept.ts';

export interface Runs {
  /** As they will be once everything was sent; undefined before the phone has looked. */
  readonly runs: readonly RefillRun[] | undefined;
  readonly at: number | undefined;
  readonly acts: readonly KeptAct[];
  readonly told: readonly Told[];
  readonly ticks: readonly string[];
  readonly typed: Readonly<Record<string, TypedStop>>;
  readonly isSending: boolean;
  /** Why the server was not asked, or did not answer. */
  readonly error: Error | undefined;
  /** The browser keeps nothing (private window, storage full). */
  readonly isLost: boolean;
}

const AGAIN_MS = 15_000;

let now: Runs = {
  ...{ runs: undefined, at: undefined, acts: [], told: [], ticks: [], typed: {} },
  ...{ isSending: false, error: undefined, isLost: false },
};
/** As the server said last, without what waits. */
let known: readonly RefillRun[] = [];
const listeners = new Set<() => void>();

function show(news: Partial<Runs>): void {
  now = { ...now, ...news };
  if (now.runs !== undefined) now = { ...now, runs: withActs(known, now.acts) };
  for (const listener of listeners) listener();
}

export function useRuns(): Runs {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => now,
  );
}

let begun: Promise<void> | undefined;

/** What the phone has, then what the server says; from then on acts are sent whenever there is a connection. */
export function beginRuns(): Promise<void> {
  begun ??= begin();
  return begun;
}

async function begin(): Promise<void> {
  try {
    const kept = await readKept();
    known = kept?.runs ?? [];
    show({
      ...{ runs: kept ? known : undefined, at: kept?.at, told: kept?.told ?? [] },
      ...{ ticks: kept?.ticks ?? [], typed: kept?.typed ?? {} },
      acts: await readActs(),
    });
    void deleteOfOthers(ownerOfNow()).catch(() => undefined);
  } catch {
    show({ isLost: true });
  }
  onConnectionReturn(() => void refreshRuns());
  addEventListener('online', () => void refreshRuns());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshRuns();
  });
  setInterval(() => {
    if (now.acts.some(({ refusal }) => refusal === undefined)) void refreshRuns();
  }, AGAIN_MS);
  await refreshRuns();
}

async function keep(): Promise<void> {
  if (now.isLost) return;
  const kept: Kept = {
    ...{ owner: ownerOfNow(), runs: known, at: now.at ?? browserNow(), told: now.told },
    ...{ ticks: now.ticks, typed: ofKnownRuns(now.typed) },
    ...{ tenant: currentTenant(), user: storedUser(), permissions: [...useSession.getState().permissions] },
  };
  await writeKept(kept).catch(() => show({ isLost: true }));
}

const keyOf = (id: string, robotId: string): string => `${id}/${robotId}`;

/** What was typed in a run that is over, or another's by now, helps nobody. */
const ofKnownRuns = (typed: Runs['typed']): Runs['typed'] =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => known.some(({ id }) => key.startsWith(keyOf(id, '')))));

/** What the person typed at this robot and has not confirmed. */
export const typedAt = (id: string, robotId: string): TypedStop | undefined => now.typed[keyOf(id, robotId)];

export async function keepTyped(id: string, robotId: string, stop: TypedStop | undefined): Promise<void> {
  const { [keyOf(id, robotId)]: _, ...others } = now.typed;
  show({ typed: stop ? { ...others, [keyOf(id, robotId)]: stop } : others });
  await keep();
}

let sending: Promise<void> | undefined;

/** Sends what waits, then asks how the runs stand. */
export function refreshRuns(): Promise<void> {
  sending ??= send().finally(() => {
    sending = undefined;
    show({ isSending: false });
  });
  return sending;
}

async function send(): Promise<void> {
  show({ isSending: true, error: undefined });
  try {
    await loadRuntimeConfig();
    if (!(await alone(sendActs))) return;
    const { runs } = await askMyRuns();
    // what was finished just now is still to be read
    const over = known.filter((run) => run.state === 'done' && !runs.some(({ id }) => id === run.id));
    known = [...runs, ...over.filter(({ endedAt }) => browserNow() - Date.parse(endedAt ?? '') < 12 * 3_600_000)];
    show({ runs: known, at: browserNow() });
    await keep();
    if (runs.length > 0) void keepProgram().catch(() => undefined);
  } catch (error) {
    show({ error: error as Error, runs: now.runs ?? (now.isLost ? [] : undefined) });
  }
}

/** Two browser tabs do not send the same at once; where locks are missing the server takes each act once anyway. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('refill-acts', work) : work();
}

/** One after the other, as they were done. False where it stopped for want of a connection. */
async function sendActs(): Promise<boolean> {
  const waiting = now.isLost ? now.acts : await readActs();
  show({ acts: waiting });
  for (const act of waiting.filter(({ refusal }) => refusal === undefined)) {
    try {
      const { run, told } = await sendAct(act);
      known = known.some(({ id }) => id === run.id)
        ? known.map((one) => (one.id === run.id ? run : one))
        : [...known, run];
      await taken(act, told);
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      if (afterFailure(status) === 'wait') {
        show({ error: error as Error });
        return false;
      }
      const refused = { ...act, refusal: (error as Error).message };
      if (!now.isLost) await writeAct(refused);
      show({ acts: now.acts.map((one) => (one.actId === act.actId ? refused : one)) });
    }
  }
  return true;
}

async function taken(act: KeptAct, told: readonly Told[]): Promise<void> {
  show({ acts: now.acts.filter((one) => one.actId !== act.actId), told: [...now.told, ...told] });
  // what was told is kept before the act goes: closed in between, it is sent again and told again
  await keep();
  if (!now.isLost) await removeAct(act);
}

function sendAct(act: KeptAct): Promise<Acted> {
  const { kind, id, actId, at } = act;
  // no key of the call: the act has its own, and says anew each time what the phone's clock shows
  const base = { id, actId, at, sentAt: new Date(browserNow()).toISOString() };
  const quiet = { notices: 'none' } as const;
  if (kind === 'skip')
    return callAt(
      refillCalls.skip,
      { ...base, robotId: act.robotId, reason: act.reason } as never,
      quiet,
    ) as Promise<Acted>;
  if (kind !== 'confirm') return callAt(refillCalls[kind], base as never, quiet) as Promise<Acted>;
  const facts = new Map(act.batches?.map(({ materialId, ...more }) => [materialId, more]));
  const materials = act.materials.map((one) => ({ ...one, ...facts.get(one.materialId) }));
  return callAt(refillCalls.confirm, { ...base, robotId: act.robotId, materials } as never, quiet) as Promise<Acted>;
}

type NewAct = Omit<Extract<KeptAct, { kind: 'confirm' }>, Given> | Omit<Extract<KeptAct, { kind: 'skip' }>, Given>;
type Given = 'no' | 'owner' | 'actId' | 'at';

/** Kept first, shown at once, sent when it can be. What the server refused about the same robot gives way to it. */
export async function doAct(act: NewAct | { kind: 'start' | 'finish'; id: string; robotName: string }): Promise<void> {
  const full = {
    ...act,
    ...{ owner: ownerOfNow(), actId: crypto.randomUUID(), at: new Date(browserNow()).toISOString() },
  } as KeptAct;
  if ('robotId' in full)
    for (const old of now.acts)
      if (old.refusal !== undefined && 'robotId' in old && old.id === full.id && old.robotId === full.robotId)
        await dropAct(old);
  if (!now.isLost) await addAct(full).catch(() => show({ isLost: true }));
  show({ acts: [...now.acts, full] });
  // the act is kept first: nothing is lost where the program ends in between
  if ('robotId' in full) await keepTyped(full.id, full.robotId, undefined);
  // one that is under way has read its list already
  void (sending ?? Promise.resolve()).then(() => refreshRuns());
}

export async function dropAct(act: KeptAct): Promise<void> {
  const stored = now.isLost ? undefined : (await readActs()).find(({ actId }) => actId === act.actId);
  if (stored) await removeAct(stored);
  show({ acts: now.acts.filter(({ actId }) => actId !== act.actId) });
}

export async function understood(): Promise<void> {
  show({ told: [] });
  await keep();
}

export async function tick(key: string): Promise<void> {
  show({ ticks: now.ticks.includes(key) ? now.ticks.filter((one) => one !== key) : [...now.ticks, key] });
  await keep();
}
