import { useState } from 'react';
import type { RobotDetail, RobotMaterial } from '#domains/robots/contract/robot.ts';
import { healthTags } from '#domains/robots/web/phone/index.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { browserNow } from '#ui/time/now.ts';
import { onPhone, ROBOTS, robotAddress } from './addresses.ts';
import { type Asked, CommandSheet, type Deed } from './command-sheet.tsx';
import { Answered, MobileFrame, MobileLink } from './frame.tsx';
import { usePlace } from './place.ts';
import { useFormats, useSurroundings } from './surroundings.ts';
import { wordOf } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { askAlarms, askRobot, sendCommand } from './way-calls.ts';
import { useAlarmTexts, useWayTexts } from './way-texts.ts';

const OPEN_STATES = new Set(['queued', 'sent', 'accepted', 'running']);
const LATEST = 5;
const HOUR_MS = 3_600_000;

/** One robot for somebody who stands before it: how it is, its alarms, its stock, and what it can be told. */
export default function RobotScreen() {
  const { robot: words } = useWayTexts();
  const { texts } = useSurroundings();
  const imei = usePlace().searchParams.get('imei') ?? '';
  const toList = (
    <MobileLink to={ROBOTS} className="button">
      {words.toRobots}
    </MobileLink>
  );
  const answer = useAnswer(`robot ${imei}`, (signal) => askRobot(imei, signal), 'robot', { isWanted: imei !== '' });
  return (
    <MobileFrame title={answer.data?.name ?? texts.robots}>
      {imei === '' ? (
        <div className="mobile-empty">
          <p>{words.choose}</p>
          {toList}
        </div>
      ) : (
        <Answered
          answer={answer}
          skeleton={<div className="mobile-card mobile-outline mobile-card-awaited" />}
          back={toList}
        >
          {(robot) => <RobotView robot={robot} onChanged={answer.refresh} />}
        </Answered>
      )}
    </MobileFrame>
  );
}

function RobotView({ robot, onChanged }: { robot: RobotDetail; onChanged: () => void }) {
  const { texts } = useSurroundings();
  const { robot: words } = useWayTexts();
  const { ago } = useFormats();
  const may = useSession((session) => session.permissions);
  return (
    <>
      <section className="mobile-card">
        <p className="mobile-tags">
          <Tag tone={healthTags.tones.get(robot.health)}>{wordOf(texts.robotWords.health, robot.health)}</Tag>
          {robot.lastHeardAt && <small>{filled(texts.robotPage.heard, { time: ago(robot.lastHeardAt) })}</small>}
        </p>
        <p className="mobile-soft">{[robot.spotName, robot.imei].filter(Boolean).join(' · ')}</p>
        <p className="mobile-actions">
          {may.has('order:view') && (
            <MobileLink to={onPhone.orders(robot.imei)} className="button">
              {words.orders}
            </MobileLink>
          )}
          <a className="button" href={robotAddress(robot.imei)}>
            {words.details}
          </a>
        </p>
      </section>
      {may.has('alarm:view') && <RobotAlarms robot={robot} />}
      <Commands robot={robot} onChanged={onChanged} />
      <Stock materials={robot.materials} />
    </>
  );
}

function RobotAlarms({ robot }: { robot: RobotDetail }) {
  const { language } = useSurroundings();
  const { robot: words } = useWayTexts();
  const texts = useAlarmTexts();
  const answer = useAnswer(
    `alarms of ${robot.imei}`,
    (signal) => askAlarms({ state: 'open,acknowledged', keyword: robot.imei, pageSize: LATEST }, signal),
    'alarm',
  );
  return (
    <section className="mobile-card">
      <h2>{words.alarms}</h2>
      <Answered answer={answer} skeleton={<span className="mobile-soft">…</span>}>
        {({ records, total }) => (
          <>
            {records.length === 0 && <p className="mobile-soft">{words.none}</p>}
            <ul className="mobile-lines">
              {records.map((alarm) => (
                <li key={alarm.id}>
                  <span>
                    {wordOf(texts.type, alarm.type)}
                    <small>{language === 'zh-CN' && alarm.valueZh !== '' ? alarm.valueZh : alarm.value}</small>
                  </span>
                  <b>{wordOf(texts.severity, alarm.severity)}</b>
                </li>
              ))}
            </ul>
            {total > 0 && (
              <MobileLink to={onPhone.alarmsOf(robot.imei)} className="button">
                {words.alarms} ({total})
              </MobileLink>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

/** The same commands with the same questions as in the console; one that still runs cannot be asked for twice. */
function Commands({ robot, onChanged }: { robot: RobotDetail; onChanged: () => void }) {
  const { texts } = useSurroundings();
  const { robot: words } = useWayTexts();
  const may = useSession((session) => session.permissions);
  const { ago } = useFormats();
  const [asked, ask] = useState<Asked>();
  const [said, say] = useState<{ text: string; isFault: boolean }>();
  if (!may.has('robot:command')) return null;
  const isMaintained = robot.mode === 'maintain';
  const names: Readonly<Record<string, string | object>> = texts.robotWords.command;
  const nameOf = (cmd: string): string => (typeof names[cmd] === 'string' ? names[cmd] : cmd);
  const isOpen = (cmd: string): boolean =>
    robot.commands.some((command) => command.cmd === cmd && OPEN_STATES.has(command.state));
  const maintaining: Deed = isMaintained ? 'endMaintenance' : 'setMaintenance';
  const deeds: readonly { deed: Deed; cmd: string }[] = [
    { deed: maintaining, cmd: 'setMaintenance' },
    { deed: 'clean', cmd: 'clean' },
    { deed: 'openOutlet', cmd: 'openOutlet' },
    { deed: 'restart', cmd: 'restart' },
  ];
  const reportState = async (): Promise<void> => {
    try {
      await sendCommand({ robotId: robot.id, cmd: 'reportState', args: {} }, crypto.randomUUID());
      say({ text: words.queued, isFault: false });
      onChanged();
    } catch (error) {
      say({ text: (error as Error).message, isFault: true });
    }
  };
  return (
    <section className="mobile-card">
      <h2>{words.commands}</h2>
      <div className="mobile-choices">
        <button type="button" className="button" disabled={isOpen('reportState')} onClick={() => void reportState()}>
          {nameOf('reportState')}
        </button>
        {may.has('robot:maintain') &&
          deeds.map(({ deed, cmd }) => (
            <button
              key={deed}
              type="button"
              className={deed === 'restart' ? 'button button-danger' : 'button'}
              disabled={isOpen(cmd)}
              onClick={() => {
                say(undefined);
                ask({ deed, cmd } as Asked);
              }}
            >
              {nameOf(deed)}
            </button>
          ))}
      </div>
      {said && (
        <p role="status" className={said.isFault ? 'mobile-fault-text fault-sign' : 'mobile-soft'}>
          {said.text}
        </p>
      )}
      {robot.commands.length > 0 && (
        <>
          <h3>{words.last}</h3>
          <ul className="mobile-lines">
            {robot.commands.slice(0, LATEST).map((command) => (
              <li key={command.id}>
                <span>
                  {nameOf(command.cmd)}
                  <small>{[ago(command.issuedAt), command.requestedByName].filter(Boolean).join(' · ')}</small>
                </span>
                <b>{wordOf(texts.robotWords.commandState, command.state)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {asked && (
        <CommandSheet
          robot={robot}
          asked={asked}
          verb={nameOf(asked.deed)}
          onClose={() => ask(undefined)}
          onDone={() => {
            ask(undefined);
            say({ text: words.queued, isFault: false });
            onChanged();
          }}
        />
      )}
    </section>
  );
}

function Stock({ materials }: { materials: readonly RobotMaterial[] }) {
  const { language } = useSurroundings();
  const { robot: words, amount } = useWayTexts();
  const { time } = useFormats();
  const number = new Intl.NumberFormat(language);
  const lasts = ({ level, hoursToEmpty }: RobotMaterial): string => {
    if (level <= 0) return words.out;
    if (hoursToEmpty === null) return '';
    return filled(words.lasts, { time: time(new Date(browserNow() + hoursToEmpty * HOUR_MS).toISOString()) });
  };
  return (
    <section className="mobile-card">
      <h2>{words.stock}</h2>
      <ul className="mobile-lines">
        {materials.map((one) => (
          <li key={one.materialId}>
            <span>
              {language === 'zh-CN' && one.nameZh !== '' ? one.nameZh : one.name}
              <small>{lasts(one)}</small>
            </span>
            <b>{`${number.format(one.level)} / ${filled(amount[one.unit], { amount: number.format(one.capacity) })}`}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
