import { describe, expect, test } from 'vitest';
import { type CalledAlarm, type Contact, dueCalls, isInWindows, isReachedByNobody } from './call-chain.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const contact = (key: string): Contact => ({ key, name: key, sms: '', email: `${key}@example.test` });
const CHAIN = [contact('ada'), contact('bo'), contact('maintenance')];
const alarm = (more: Partial<CalledAlarm>): CalledAlarm => ({
  ...{
    state: 'open',
    severity: 'major',
    silent: false,
    isPart: false,
    snoozedUntil: null,
    calls: [],
    clearDueAt: null,
  },
  ...more,
});
const call = (key: string, first: number, last = first) => ({ key, firstAt: ago(first), lastAt: ago(last) });
const due = (more: Partial<CalledAlarm>, times: Partial<Parameters<typeof dueCalls>[2]> = {}) =>
  dueCalls(alarm(more), CHAIN, { now: NOW, isInWindow: true, criticalIgnoresWindow: false, ...times }).map(
    ({ contact: { key }, reason }) => `${key} ${reason}`,
  );

describe('who is called', () => {
  test.each<[string, Partial<CalledAlarm>, string[]]>([
    ['the first contact at once', {}, ['ada first']],
    ['nobody again within 30 minutes', { calls: [call('ada', 29)] }, []],
    ['the next one after 30 minutes', { calls: [call('ada', 30)] }, ['bo escalated']],
    ['the third 30 minutes after the second', { calls: [call('ada', 59), call('bo', 29)] }, []],
    ['a reminder after an hour', { calls: [call('ada', 60), call('bo', 29)] }, ['ada reminder']],
    [
      'reminder and escalation at the same time',
      { calls: [call('ada', 60), call('bo', 30)] },
      ['ada reminder', 'maintenance escalated'],
    ],
    [
      'the next reminder counts from the last',
      { calls: [call('ada', 130, 59), call('bo', 100, 59), call('maintenance', 70, 59)] },
      [],
    ],
    ['an acknowledged alarm calls nobody', { state: 'acknowledged', calls: [call('ada', 300)] }, []],
    ['a silent one calls nobody', { silent: true }, []],
    ['a snoozed one calls nobody until its end', { snoozedUntil: ago(-1) }, []],
    ['and then it calls', { snoozedUntil: ago(0) }, ['ada first']],
    [
      'its end is told to those who were called',
      { state: 'cleared', calls: [call('ada', 9)], clearDueAt: ago(0) },
      ['ada cleared'],
    ],
    ['not before it has lasted', { state: 'cleared', calls: [call('ada', 9)], clearDueAt: ago(-1) }, []],
    ['once', { state: 'cleared', calls: [call('ada', 9)] }, []],
    ['one that lies under another calls nobody', { isPart: true }, []],
    [
      'it is back after he was told that it was over',
      { calls: [{ ...call('ada', 9), toldOver: true }] },
      ['ada again'],
    ],
    [
      'its end is not told twice',
      { state: 'cleared', calls: [{ ...call('ada', 9), toldOver: true }], clearDueAt: ago(0) },
      [],
    ],
    ['who is no contact any more is left in peace', { calls: [call('gone', 90)] }, ['ada first']],
  ])('%s', (_case, given, expected) => {
    expect(due(given)).toEqual(expected);
  });

  test('outside of the window everything waits, but for critical alarms where the spot says so', () => {
    expect(due({}, { isInWindow: false })).toEqual([]);
    expect(due({ severity: 'critical' }, { isInWindow: false })).toEqual([]);
    expect(due({ severity: 'critical' }, { isInWindow: false, criticalIgnoresWindow: true })).toEqual(['ada first']);
    expect(due({ severity: 'major' }, { isInWindow: false, criticalIgnoresWindow: true })).toEqual([]);
  });
});

describe('whom no message reached', () => {
  const lost = (key: string, first: number, last = first) => ({ ...call(key, first, last), isUnreached: true });

  test.each<[string, Partial<CalledAlarm>, string[]]>([
    ['is passed over at once', { calls: [lost('ada', 1)] }, ['bo passed']],
    ['one after another', { calls: [lost('ada', 1), lost('bo', 0)] }, ['maintenance passed']],
    ['keeps the next one waiting no longer than who was reached', { calls: [lost('ada', 20), call('bo', 19)] }, []],
    [
      'and no longer than 30 minutes after who was reached',
      { calls: [lost('ada', 31), call('bo', 30)] },
      ['maintenance escalated'],
    ],
    [
      'is passed over where the one before has had his 30 minutes',
      { calls: [call('ada', 31), lost('bo', 1)] },
      ['maintenance escalated'],
    ],
    ['does not take the 30 minutes of the one before', { calls: [call('ada', 29), lost('bo', 1)] }, []],
    [
      'is tried again with the reminders',
      { calls: [lost('ada', 60), lost('bo', 59), call('maintenance', 59)] },
      ['ada reminder'],
    ],
    ['of an acknowledged alarm calls nobody else', { state: 'acknowledged', calls: [lost('ada', 1)] }, []],
    ['of a snoozed one calls nobody else', { snoozedUntil: ago(-1), calls: [lost('ada', 1)] }, []],
  ])('%s', (_case, given, expected) => {
    expect(due(given)).toEqual(expected);
  });

  test.each<[string, Partial<CalledAlarm>, boolean, boolean]>([
    ['nobody was called', {}, true, false],
    ['somebody is left', { calls: [lost('ada', 1), lost('bo', 1)] }, true, false],
    ['nobody is left', { calls: [lost('ada', 2), lost('bo', 1), lost('maintenance', 0)] }, true, true],
    ['one was reached', { calls: [lost('ada', 2), call('bo', 1), lost('maintenance', 0)] }, true, false],
    ['somebody looks after it', { state: 'acknowledged', calls: CHAIN.map(({ key }) => lost(key, 1)) }, true, false],
    ['it is over', { state: 'cleared', calls: CHAIN.map(({ key }) => lost(key, 1)) }, true, false],
    ['those who are left wait for the window', { calls: [lost('ada', 1)] }, false, false],
  ])('and nobody else is left: %s', (_case, given, isInWindow, expected) => {
    expect(isReachedByNobody(alarm(given), CHAIN, { now: NOW, isInWindow, criticalIgnoresWindow: false })).toBe(
      expected,
    );
  });

  test('outside of the window who is on duty is all that is left', () => {
    const chain = [{ ...contact('eve'), onDuty: true }, ...CHAIN];
    const times = { now: NOW, isInWindow: false, criticalIgnoresWindow: false };
    expect(isReachedByNobody(alarm({ calls: [lost('eve', 1)] }), chain, times)).toBe(true);
    expect(isReachedByNobody(alarm({ calls: [lost('eve', 1)] }), chain, { ...times, isInWindow: true })).toBe(false);
  });
});

describe('who is on duty', () => {
  const chain = (...onDuty: string[]) => [...onDuty.map((key) => ({ ...contact(key), onDuty: true })), ...CHAIN];
  const dueIn = (contacts: Contact[], more: Partial<CalledAlarm>, isInWindow = true) =>
    dueCalls(alarm(more), contacts, { now: NOW, isInWindow, criticalIgnoresWindow: false }).map(
      ({ contact: { key }, reason }) => `${key} ${reason}`,
    );

  test.each<[string, string[]]>([
    ['is called first', dueIn(chain('eve'), {})],
    ['outside of the window too, and the others are not', dueIn(chain('eve'), {}, false)],
  ])('%s', (_case, due) => expect(due).toEqual(['eve first']));

  test('is called at once when the duty goes over, whoever was called before', () => {
    expect(dueIn(chain('kim'), { calls: [call('eve', 5)] })).toEqual(['kim duty']);
    expect(dueIn(chain('kim'), { calls: [call('eve', 50), call('kim', 10)] })).toEqual([]);
  });

  test('outside of the window nobody else is escalated to', () => {
    expect(dueIn(chain('eve'), { calls: [call('eve', 45)] }, false)).toEqual([]);
    expect(dueIn(chain('eve'), { calls: [call('eve', 60)] }, false)).toEqual(['eve reminder']);
    expect(dueIn(chain('eve', 'kim'), { calls: [call('eve', 45)] }, false)).toEqual(['kim escalated']);
  });
});

describe('windows of a day', () => {
  const day = [{ window: { from: '08:00', to: '22:00' } }];
  const night = [{ window: { from: '22:00', to: '06:00' } }];
  test.each([
    [day, '2026-11-23T06:59:00Z', false],
    [day, '2026-11-23T07:00:00Z', true],
    [day, '2026-11-23T20:59:00Z', true],
    [day, '2026-11-23T21:00:00Z', false],
    [night, '2026-11-23T22:30:00Z', true],
    [night, '2026-11-23T04:59:00Z', true],
    [night, '2026-11-23T05:00:00Z', false],
    [[...day, ...night], '2026-11-23T05:30:00Z', false],
    [[], '2026-11-23T03:00:00Z', true],
    // the day of the change to summer time begins an hour earlier by the sun, at the same hour by the clock
    [day, '2026-03-29T05:59:00Z', false],
    [day, '2026-03-29T06:00:00Z', true],
  ])('%j at %s: %s', (windows, at, expected) => {
    expect(isInWindows(windows, new Date(at), 'Europe/Oslo')).toBe(expected);
  });
});
