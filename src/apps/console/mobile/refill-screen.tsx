import { useEffect } from 'react';
import { useLive } from '#platform/live/web/live.ts';
import { MobileFrame } from './frame.tsx';
import { usePlace } from './place.ts';
import { OneRun } from './refill/one-run.tsx';
import { OneStop } from './refill/one-stop.tsx';
import { RunList } from './refill/run-list.tsx';
import { beginRuns, refreshRuns, useRuns } from './refill/runs.ts';
import { Waiting } from './refill/waiting.tsx';
import { useWayTexts } from './way-texts.ts';
import './refill/refill.css';

/** The runs of the person, one of them, or one of its robots: all of it from the phone itself, with or without a network. */
export default function RefillScreen() {
  const { refill: words } = useWayTexts();
  const { searchParams } = usePlace();
  const { runs, error } = useRuns();
  useEffect(() => void beginRuns(), []);
  useLive('refillRun', () => void refreshRuns());
  const runId = searchParams.get('run');
  const run = runs?.find(({ id }) => id === runId);
  const stop = run?.stops.find(({ robotId }) => robotId === searchParams.get('robot'));
  return (
    <MobileFrame title={stop?.name ?? run?.name ?? words.title}>
      <Waiting />
      {runId === null ? (
        <RunList />
      ) : run && stop ? (
        <OneStop key={stop.robotId} run={run} stop={stop} />
      ) : run ? (
        <OneRun run={run} />
      ) : runs || error ? (
        <p className="mobile-empty">{words.choose}</p>
      ) : (
        <div className="mobile-card mobile-outline mobile-card-awaited" aria-busy="true" />
      )}
    </MobileFrame>
  );
}
