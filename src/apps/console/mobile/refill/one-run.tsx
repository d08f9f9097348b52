import { useState } from 'react';
import type { RefillRun, RunStop } from '#domains/refill-runs/contract/endpoints.ts';
import { isWanted, pickList, soonest } from '#domains/refill-runs/rules/run.ts';
import { tourKilometres, tourOf } from '#domains/refill-runs/rules/tour.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { onPhone, REFILL } from '../addresses.ts';
import { MobileLink } from '../frame.tsx';
import { Sheet } from '../sheet.tsx';
import { RunCancelled } from './run-cancelled.tsx';
import { doAct, tick, useRuns } from './runs.ts';
import { SkipSheet } from './skip-sheet.tsx';
import { TourSketch } from './tour-sketch.tsx';
import { useRunWords } from './words.ts';

type Place = { readonly latitude: number; readonly longitude: number };

/** One run: what to take along, the tour over its robots, and its end. */
export function OneRun({ run }: { run: RefillRun }) {
  const { texts, words } = useRunWords();
  const [tab, setTab] = useState<'pick' | 'tour'>(run.state === 'planned' ? 'pick' : 'tour');
  const [isEnding, setEnding] = useState(false);
  const waiting = run.stops.filter(({ state }) => state === 'waiting');
  if (run.state === 'done') return <Summary run={run} />;
  if (run.state === 'cancelled')
    return (
      <>
        <RunCancelled run={run} />
        <Tour run={run} />
      </>
    );
  const act = (kind: 'start' | 'finish') => void doAct({ kind, id: run.id, robotName: run.name });
  return (
    <>
      {run.note !== '' && <p className="mobile-card">{run.note}</p>}
      <fieldset className="mobile-segments" aria-label={run.name}>
        {(['pick', 'tour'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="part" checked={tab === one} onChange={() => setTab(one)} />
            <span>
              {words[one]}{' '}
              {one === 'tour' && <small>{`${run.stops.length - waiting.length}/${run.stops.length}`}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      {tab === 'pick' ? <Pick run={run} /> : <Tour run={run} />}
      <div className="mobile-action-bar">
        {run.state === 'planned' ? (
          <button
            type="button"
            className="button button-primary"
            onClick={() => {
              act('start');
              setTab('tour');
            }}
          >
            {words.start}
          </button>
        ) : (
          <button
            type="button"
            className={waiting.length === 0 ? 'button button-primary' : 'button'}
            onClick={() => (waiting.length === 0 ? act('finish') : setEnding(true))}
          >
            {words.finish}
          </button>
        )}
      </div>
      {isEnding && (
        <Sheet title={words.finishTitle} onClose={() => setEnding(false)} isQuestion>
          <p>{filled(words.finishRest, { count: waiting.length })}</p>
          <p className="mobile-actions">
            <button type="button" className="button" onClick={() => setEnding(false)}>
              {texts.cancel}
            </button>
            <button
              type="button"
              className="button button-primary"
              onClick={() => {
                setEnding(false);
                act('finish');
              }}
            >
              {words.finish}
            </button>
          </p>
        </Sheet>
      )}
    </>
  );
}

function Pick({ run }: { run: RefillRun }) {
  const { words, nameOf, amount, packs } = useRunWords();
  const { ticks } = useRuns();
  const list = pickList(run.stops);
  if (list.length === 0) return <p className="mobile-empty">{words.pickNothing}</p>;
  return (
    <ul className="mobile-cards">
      {list.map(({ material, amount: missing }) => {
        const key = `${run.id}/${material.materialId}`;
        const inPacks = packs(missing, material);
        return (
          <li key={key}>
            <label className="mobile-card refill-due">
              <input
                type="checkbox"
                aria-label={filled(words.taken, { name: nameOf(material) })}
                checked={ticks.includes(key)}
                onChange={() => void tick(key)}
              />
              <span>
                <b>{nameOf(material)}</b>
                <small>{[inPacks, amount(missing, material.unit)].filter(Boolean).join(' · ')}</small>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function Tour({ run }: { run: RefillRun }) {
  const { words } = useRunWords();
  const [from, setFrom] = useState<Place>();
  const [isNowhere, setNowhere] = useState(false);
  const waiting = run.stops.filter(({ state }) => state === 'waiting');
  const tour = from ? tourOf(waiting, from) : waiting;
  const done = run.stops.filter(({ state }) => state !== 'waiting');
  const kilometres = tourKilometres(tour);
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setNowhere(false);
        setFrom({ latitude: coords.latitude, longitude: coords.longitude });
      },
      () => setNowhere(true),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  return (
    <>
      {waiting.length > 1 && (
        <p className="mobile-refresh">
          <small className="mobile-soft">{filled(words.km, { km: Math.round(kilometres * 10) / 10 })}</small>
          <button type="button" className="button" onClick={locate}>
            <Icon name="spot" size={16} />
            {words.fromHere}
          </button>
        </p>
      )}
      {isNowhere && (
        <p role="alert" className="mobile-fault-text fault-sign">
          {words.noPlace}
        </p>
      )}
      <TourSketch stops={tour} from={from} />
      <ol className="mobile-cards">
        {[...tour, ...done].map((stop, at) => (
          <li key={stop.robotId}>
            <StopCard run={run} stop={stop} place={stop.state === 'waiting' ? at + 1 : undefined} />
          </li>
        ))}
      </ol>
    </>
  );
}

function StopCard({ run, stop, place }: { run: RefillRun; stop: RunStop; place: number | undefined }) {
  const { words, nameOf, spotOf, amount, runsOut } = useRunWords();
  const { acts } = useRuns();
  const [isSkipping, setSkipping] = useState(false);
  const wanted = stop.materials.filter(isWanted);
  const isWaiting = stop.state === 'waiting';
  const isQueued = acts.some((act) => 'robotId' in act && act.robotId === stop.robotId && act.id === run.id);
  const where = [spotOf(stop), stop.address].filter(Boolean).join(' · ');
  const reasons: Readonly<Record<string, string>> = words.why;
  return (
    <article className="mobile-card">
      <h3 className="refill-stop-name">
        {place !== undefined && <span className="refill-turn">{place}</span>}
        <MobileLink to={onPhone.stop(run.id, stop.robotId)}>{stop.name}</MobileLink>
      </h3>
      {where !== '' && <p className="mobile-soft">{where}</p>}
      <p className="mobile-tags">
        {!isWaiting && (
          <Tag tone={stop.state === 'filled' ? 'success' : 'warning'}>
            {stop.state === 'filled' ? words.filled : words.skipped}
          </Tag>
        )}
        {isQueued && <Tag tone="warning">{words.notSent}</Tag>}
        {isWaiting && <small>{runsOut(soonest(stop.materials))}</small>}
        {stop.reason !== '' && <small>{reasons[stop.reason] ?? stop.reason}</small>}
      </p>
      {isWaiting && (
        <p>
          {wanted.length === 0
            ? words.full
            : wanted.map((one) => `${nameOf(one)} ${amount(one.capacity - one.level, one.unit)}`).join(' · ')}
        </p>
      )}
      <p className="mobile-actions">
        {isWaiting && stop.latitude !== null && stop.longitude !== null && (
          <a className="button" href={`geo:${stop.latitude},${stop.longitude}?q=${stop.latitude},${stop.longitude}`}>
            <Icon name="spot" size={16} />
            {words.way}
          </a>
        )}
        {isWaiting && (
          <button type="button" className="button" onClick={() => setSkipping(true)}>
            {words.skip}
          </button>
        )}
        <MobileLink to={onPhone.stop(run.id, stop.robotId)} className={isWaiting ? 'button button-primary' : 'button'}>
          {isWaiting ? words.fill : words.again}
        </MobileLink>
      </p>
      {isSkipping && <SkipSheet run={run} stop={stop} onClose={() => setSkipping(false)} />}
    </article>
  );
}

/** What came of it, robot by robot. */
function Summary({ run }: { run: RefillRun }) {
  const { words, nameOf, amount } = useRunWords();
  const filledStops = run.stops.filter(({ state }) => state === 'filled');
  const skipped = run.stops.filter(({ state }) => state === 'skipped');
  const reasons: Readonly<Record<string, string>> = words.why;
  return (
    <>
      <section className="mobile-card mobile-hero">
        <p className="mobile-tags">
          <Tag tone="success">{words.done}</Tag>
        </p>
        <p>{filled(words.doneHint, { filled: filledStops.length, skipped: skipped.length })}</p>
      </section>
      <section className="mobile-card">
        <h2>{words.summary}</h2>
        <ul className="mobile-lines refill-lines">
          {run.stops.map((stop) => (
            <li key={stop.robotId}>
              <span>
                {stop.name}
                {stop.state === 'skipped' && <small>{reasons[stop.reason] ?? stop.reason}</small>}
                {stop.fills.map((fill, at) => (
                  <small key={at}>
                    {nameOf(fill)} {amount(fill.before, fill.unit as 'g')} → {amount(fill.after, fill.unit as 'g')}
                    {fill.batch !== '' && ` · ${fill.batch}`}
                  </small>
                ))}
              </span>
              <b>{stop.state === 'filled' ? words.filled : words.skipped}</b>
            </li>
          ))}
        </ul>
      </section>
      <div className="mobile-action-bar">
        <MobileLink to={REFILL} className="button button-primary">
          {words.back}
        </MobileLink>
      </div>
    </>
  );
}
