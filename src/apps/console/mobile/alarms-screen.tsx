import { useState } from 'react';
import type { Alarm } from '#domains/alarms/contract/alarms.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { ALARMS, onPhone } from './addresses.ts';
import { AlarmSheet } from './alarm-sheet.tsx';
import { Answered, MobileFrame, MobileLink } from './frame.tsx';
import { go, usePlace } from './place.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useFormats, useSurroundings } from './surroundings.ts';
import { wordOf } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { acknowledgeAlarm, askAlarms, assignAlarm } from './way-calls.ts';
import { useAlarmTexts, useWayTexts } from './way-texts.ts';

const VIEWS = { open: 'open', acknowledged: 'acknowledged', active: 'open,acknowledged' } as const;
type View = keyof typeof VIEWS;
const MOST = 100;
const TONES: Readonly<Record<string, Tone>> = { critical: 'danger', major: 'warning', minor: 'neutral' };

/** What is wrong now, the newest first, with what can be done about it from where somebody stands. */
export default function AlarmsScreen() {
  const { texts } = useSurroundings();
  const { alarms: words } = useWayTexts();
  const { searchParams } = usePlace();
  const imei = searchParams.get('imei');
  const asked = searchParams.get('view');
  // of one robot, everything that is not over
  const view: View = asked !== null && asked in VIEWS ? (asked as View) : imei === null ? 'open' : 'active';
  const answer = useAnswer(
    `alarms ${view} ${imei}`,
    (signal) =>
      askAlarms(
        { state: VIEWS[view], pageSize: MOST, column: 'raisedAt', order: 'desc', ...(imei ? { keyword: imei } : {}) },
        signal,
      ),
    'alarm',
  );
  const show = (next: View): void => {
    const query = new URLSearchParams({ view: next, ...(imei ? { imei } : {}) });
    go(`${ALARMS}?${query}`, { replace: true });
  };
  return (
    <MobileFrame title={texts.alarms}>
      <PullToRefresh
        isBusy={answer.isAsking}
        onRefresh={answer.refresh}
        staleSince={answer.error ? answer.at : undefined}
      >
        <fieldset className="mobile-segments" aria-label={texts.alarms}>
          {(Object.keys(VIEWS) as View[]).map((one) => (
            <label key={one}>
              <input type="radio" name="view" checked={one === view} onChange={() => show(one)} />
              <span>
                {words[one]} {one === view && <small>{answer.data?.total}</small>}
              </span>
            </label>
          ))}
        </fieldset>
        {imei !== null && (
          <MobileLink to={ALARMS} className="button">
            {words.all}
          </MobileLink>
        )}
        <Answered answer={answer} skeleton={<div className="mobile-card mobile-outline mobile-card-awaited" />}>
          {({ records, total }) => (
            <>
              {records.length === 0 && <p className="mobile-empty">{words.nothing}</p>}
              <ul className="mobile-cards">
                {records.map((alarm) => (
                  <li key={alarm.id}>
                    <AlarmCard alarm={alarm} onChanged={answer.refresh} />
                  </li>
                ))}
              </ul>
              {total > 0 && <p className="mobile-end">{filled(words.end, { count: total })}</p>}
            </>
          )}
        </Answered>
      </PullToRefresh>
    </MobileFrame>
  );
}

function AlarmCard({ alarm, onChanged }: { alarm: Alarm; onChanged: () => void }) {
  const { alarms: words, more } = useWayTexts();
  const texts = useAlarmTexts();
  const { language } = useSurroundings();
  const { ago, time } = useFormats();
  const me = useSession((session) => session.user?.realname ?? '');
  const mayAct = useSession((session) => session.permissions.has('alarm:edit'));
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await work();
      onChanged();
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  };
  const value = language === 'zh-CN' && alarm.valueZh !== '' ? alarm.valueZh : alarm.value;
  const isAcknowledged = alarm.state === 'acknowledged';
  const facts = [
    alarm.count > 1 && filled(words.times, { count: alarm.count }),
    alarm.assignedTo !== '' && filled(words.by, { name: alarm.assignedTo }),
    alarm.assignedTo === '' && isAcknowledged && filled(words.by, { name: alarm.acknowledgedBy }),
    alarm.snoozedUntil && filled(words.snoozed, { time: time(alarm.snoozedUntil, 'clock') }),
    alarm.silent && words.nobodyCalled,
  ];
  return (
    <article className="mobile-card">
      <h2>
        {value === ''
          ? wordOf(texts.type, alarm.type)
          : filled(words.withValue, { alarm: wordOf(texts.type, alarm.type), value })}
      </h2>
      <p className="mobile-soft">
        {[alarm.deviceName, alarm.spotName, ago(alarm.raisedAt)].filter(Boolean).join(' · ')}
      </p>
      <p className="mobile-tags">
        <Tag tone={TONES[alarm.severity] ?? 'neutral'}>{wordOf(texts.severity, alarm.severity)}</Tag>
        {isAcknowledged && <Tag tone="success">{wordOf(texts.state, alarm.state)}</Tag>}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </p>
      {failure && (
        <p role="alert" className="mobile-fault-text fault-sign">
          {failure}
        </p>
      )}
      <p className="mobile-actions mobile-wrap">
        {mayAct && !isAcknowledged && (
          <button
            type="button"
            className="button button-primary"
            disabled={isBusy}
            onClick={() => void act(() => acknowledgeAlarm(alarm.id))}
          >
            {words.acknowledge}
          </button>
        )}
        {mayAct && alarm.assignedTo !== me && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void act(() => assignAlarm(alarm.id, me))}
          >
            {words.mine}
          </button>
        )}
        {mayAct && (
          <button type="button" className="button" disabled={isBusy} onClick={() => setOpen(true)}>
            {more}
          </button>
        )}
        <MobileLink to={onPhone.robot(alarm.deviceImei)} className="button">
          {words.toRobot}
        </MobileLink>
      </p>
      {isOpen && (
        <AlarmSheet
          alarm={alarm}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </article>
  );
}
