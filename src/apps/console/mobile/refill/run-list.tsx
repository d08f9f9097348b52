import { useRef, useState } from 'react';
import type { RefillRun } from '#domains/refill-runs/contract/endpoints.ts';
import { isWanted } from '#domains/refill-runs/rules/run.ts';
import { tourOf } from '#domains/refill-runs/rules/tour.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { browserNow } from '#ui/time/now.ts';
import { onPhone } from '../addresses.ts';
import { Answered, MobileLink } from '../frame.tsx';
import { go } from '../place.ts';
import { useFormats, useSurroundings } from '../surroundings.ts';
import { useAnswer } from '../use-answer.ts';
import { askClock, planOwnRun } from '../way-calls.ts';
import { refreshRuns, useRuns } from './runs.ts';
import { useRunWords } from './words.ts';

const DAY_HOURS = 24;

/** The open runs of the person, and what runs out where. */
export function RunList() {
  const { words } = useRunWords();
  const { time } = useFormats();
  const { runs, at, error, isSending } = useRuns();
  const may = useSession((session) => session.permissions);
  return (
    <>
      <section className="mobile-section">
        <h2>{words.mine}</h2>
        {runs?.length === 0 && <p className="mobile-soft">{words.noRuns}</p>}
        {!runs && error && <p className="mobile-soft">{error.message}</p>}
        <ul className="mobile-cards">
          {runs?.map((run) => (
            <li key={run.id}>
              <RunCard run={run} />
            </li>
          ))}
        </ul>
        <p className="mobile-refresh">
          {at !== undefined && (
            <small className="mobile-soft">{filled(words.kept, { time: time(new Date(at).toISOString()) })}</small>
          )}
          <button type="button" className="button" disabled={isSending} onClick={() => void refreshRuns()}>
            {words.reload}
          </button>
        </p>
      </section>
      {may.has('robot:view') && <Clock />}
    </>
  );
}

function RunCard({ run }: { run: RefillRun }) {
  const { words } = useRunWords();
  const { time } = useFormats();
  const done = run.stops.filter(({ state }) => state !== 'waiting').length;
  const facts = [
    filled(words.robots, { done, all: run.stops.length }),
    run.plannedFor && filled(words.planned, { time: time(run.plannedFor) }),
    run.state === 'done' && words.done,
    run.state === 'cancelled' && words.cancelled,
  ];
  return (
    <MobileLink to={onPhone.run(run.id)} className="mobile-card refill-run">
      <h3>{run.name}</h3>
      <span className="mobile-soft">{facts.filter(Boolean).join(' · ')}</span>
      {run.note !== '' && <span>{run.note}</span>}
      <small className="mobile-soft">{filled(words.plannedBy, { name: run.plannedByName })}</small>
      <progress value={done} max={Math.max(1, run.stops.length)} aria-label={run.name} />
    </MobileLink>
  );
}

/** When robots run out of what; those that are ticked become a run of one's own. */
function Clock() {
  const { words, nameOf, spotOf, runsOut } = useRunWords();
  const { language } = useSurroundings();
  const { time } = useFormats();
  const answer = useAnswer('clock', (signal) => askClock(DAY_HOURS, signal), 'robot');
  const [chosen, choose] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** Of these robots; held while it is open whether their run was made. */
  const key = useRef<string>(undefined);
  const plan = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const robots = (answer.data?.robots ?? []).filter(({ robotId }) => chosen.includes(robotId));
      const name = filled(words.runName, { date: time(new Date(browserNow()).toISOString(), 'day') });
      key.current ??= crypto.randomUUID();
      const run = await planOwnRun({ name, robotIds: tourOf(robots).map(({ robotId }) => robotId) }, key.current);
      key.current = undefined;
      choose([]);
      await refreshRuns();
      go(onPhone.run(run.id));
    } catch (error) {
      if (!(error instanceof CallError && error.leavesOpen)) key.current = undefined;
      setFailure((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <section className="mobile-section">
      <h2>{words.clock}</h2>
      <p className="mobile-soft">{words.clockHint}</p>
      <Answered answer={answer} skeleton={<div className="mobile-card mobile-outline mobile-card-awaited" />}>
        {({ robots }) => (
          <ul className="mobile-cards">
            {robots.length === 0 && <li className="mobile-soft">{words.clockNone}</li>}
            {robots.map((robot) => (
              <li key={robot.robotId}>
                <label className="mobile-card refill-due">
                  <input
                    type="checkbox"
                    checked={chosen.includes(robot.robotId)}
                    onChange={() => {
                      key.current = undefined;
                      choose(
                        chosen.includes(robot.robotId)
                          ? chosen.filter((id) => id !== robot.robotId)
                          : [...chosen, robot.robotId],
                      );
                    }}
                  />
                  <span>
                    <b>{robot.name}</b>
                    <small>{[spotOf(robot), runsOut(robot.hoursToEmpty)].filter(Boolean).join(' · ')}</small>
                    <small>
                      {joinWords(
                        robot.materials.filter(isWanted).map((one) => nameOf(one)),
                        language,
                      )}
                    </small>
                    {robot.runName !== null && <small>{filled(words.inRun, { name: robot.runName })}</small>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {failure && (
        <p role="alert" className="mobile-fault-text fault-sign">
          {failure}
        </p>
      )}
      {chosen.length > 0 && (
        <div className="mobile-action-bar">
          <button type="button" className="button button-primary" disabled={isBusy} onClick={() => void plan()}>
            {filled(words.make, { count: chosen.length })}
          </button>
        </div>
      )}
    </section>
  );
}
