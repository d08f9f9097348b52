import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesToBegin, type UnfinishedFile } from './export-turns.ts';

/** `anna 1` waits, `anna 1!` is being made; the number is the minute in which it was asked for. */
function files(...words: string[]): UnfinishedFile[] {
  return words.map((id) => {
    const [person = '', minute = ''] = id.split(' ');
    return { id, person, askedAt: at(Number.parseInt(minute, 10)), isBeingMade: id.endsWith('!') };
  });
}
const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute));

test.each([
  ['nobody waits', [], {}, []],
  ['the oldest of a person', ['anna 2', 'anna 1'], {}, ['anna 1']],
  ['one of each person', ['anna 1', 'anna 2', 'bert 3', 'carl 4'], {}, ['anna 1', 'bert 3']],
  ['none of whose file is being made', ['anna 1!', 'anna 2', 'bert 3'], {}, ['bert 3']],
  ['none beyond two', ['anna 1!', 'bert 1!', 'carl 2'], {}, []],
  [
    'whose last file was over the longest ago',
    ['anna 1', 'bert 2', 'carl 3'],
    { anna: 5, bert: 4 },
    ['carl 3', 'bert 2'],
  ],
  ['who comes anew before who was served', ['anna 1', 'anna 2', 'bert 1!', 'dora 9'], { anna: 8 }, ['dora 9']],
] as const)('%s', (_, words, served, expected) => {
  const servedAt = new Map(Object.entries(served).map(([person, minute]) => [person, at(minute)]));
  expect(filesToBegin(files(...words), servedAt, 2)).toEqual(expected);
});

const someFiles = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    person: fc.constantFrom('anna', 'bert', 'carl', 'dora'),
    askedAt: fc.date({ noInvalidDate: true }),
    isBeingMade: fc.boolean(),
  }),
  { selector: ({ id }) => id },
);
const someTimes = fc
  .array(fc.tuple(fc.constantFrom('anna', 'bert', 'carl', 'dora'), fc.date({ noInvalidDate: true })))
  .map((pairs) => new Map(pairs));

test('what is begun waits, is of different people who have none, and leaves no place free that a job could take', () => {
  fc.assert(
    fc.property(someFiles, someTimes, fc.nat(5), (all, servedAt, atOnce) => {
      const begun = filesToBegin(all, servedAt, atOnce).map((id) => all.find((file) => file.id === id)!);
      const running = all.filter(({ isBeingMade }) => isBeingMade);
      const people = begun.map(({ person }) => person);
      const busy = new Set(running.map(({ person }) => person));
      expect(begun.every(({ isBeingMade }) => !isBeingMade)).toBe(true);
      expect(new Set(people).size).toBe(people.length);
      expect(people.filter((person) => busy.has(person))).toEqual([]);
      const free = Math.max(0, atOnce - running.length);
      const could = new Set(all.filter(({ person }) => !busy.has(person)).map(({ person }) => person));
      expect(begun.length).toBe(Math.min(free, could.size));
    }),
  );
});

test('however many files one person asks for, each other one is served within as many ends as there are people', () => {
  const people = ['anna', 'bert', 'carl', 'dora'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 40 }), (askers) => {
      let waiting = askers.map((person, index) => ({ id: `${index}`, person, askedAt: at(index), isBeingMade: false }));
      const servedAt = new Map<string, Date>();
      const turns: string[] = [];
      for (let minute = 1_000; waiting.length > 0; minute += 1) {
        const [id] = filesToBegin(waiting, servedAt, 1);
        const file = waiting.find((one) => one.id === id)!;
        const others = new Set(waiting.map(({ person }) => person));
        const sinceLast = turns.slice(turns.lastIndexOf(file.person) + 1);
        // no user comes twice while another one still waits
        if (turns.includes(file.person))
          for (const other of others) if (other !== file.person) expect(sinceLast).toContain(other);
        turns.push(file.person);
        servedAt.set(file.person, at(minute));
        waiting = waiting.filter((one) => one.id !== id);
      }
    }),
  );
});
