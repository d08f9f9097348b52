import type { Language } from '#platform/http/contract/envelope.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import type { CallReason } from '../rules/call-chain.ts';
import { ALARM_WORDS } from './alarm-words.ts';

/** One alarm in a message. */
export interface CallLine {
  readonly type: string;
  readonly severity: string;
  readonly value: string;
  readonly valueZh: string;
  readonly reason: CallReason;
  readonly device: string;
  readonly spot: string;
  readonly spotZh: string;
  readonly raisedAt: Date;
  readonly timeZone: string;
}

interface Called {
  readonly lines: readonly CallLine[];
  readonly link: string;
}

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };
const LANGUAGES = ['en-US', 'zh-CN'] as const;
/** Enough to see what it is; the page has the rest. */
const LINES_OF_MAIL = 20;
const LINES_OF_SMS = 3;
const SMS_LENGTH = 1_000;

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));

/** In both languages: a contact is a name with a number, and nobody knows what he reads. */
export function mailOf({ lines, link }: Called): { subject: string; text: string } {
  const parts = LANGUAGES.map((language) => `${linesIn(language, lines, LINES_OF_MAIL)}`);
  const [first] = lines;
  return {
    subject: LANGUAGES.map((language) => subjectIn(language, lines, first))
      .join(' / ')
      .slice(0, 200),
    text: `${parts.join('\n\n')}\n\n${link}\n`,
  };
}

export function smsOf({ lines, link }: Called): string {
  const text = LANGUAGES.map((language) => linesIn(language, lines, LINES_OF_SMS)).join('\n');
  return `${text.slice(0, SMS_LENGTH - link.length - 1)}\n${link}`;
}

function subjectIn(language: Language, lines: readonly CallLine[], first: CallLine | undefined): string {
  const texts = TEXTS[language];
  const isOver = lines.every(({ reason }) => reason === 'cleared');
  const spots = new Set(lines.map((line) => spotOf(line, language)));
  const where = spots.size === 1 ? [...spots].join('') : filled(texts.spots, { count: spots.size });
  if (lines.length > 1 || !first) return filled(isOver ? texts.overMany : texts.many, { count: lines.length, where });
  const alarm = ALARM_WORDS[language](first.type, '');
  return filled(isOver ? texts.overOne : texts.one, { alarm, device: first.device, where });
}

/** One line for each, in one language. */
export function linesIn(language: Language, lines: readonly CallLine[], most: number): string {
  const texts = TEXTS[language];
  const shown = lines.slice(0, most).map((line) => {
    const time = new Intl.DateTimeFormat(language, {
      ...{ timeZone: line.timeZone, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    }).format(line.raisedAt);
    return filled(texts[line.reason], {
      ...{ device: line.device, spot: spotOf(line, language), time },
      alarm: ALARM_WORDS[language](line.type, language === 'zh-CN' ? line.valueZh : line.value),
      severity: texts[line.severity as 'minor' | 'major' | 'critical'],
    });
  });
  return [...shown, ...(lines.length > most ? [filled(texts.more, { count: lines.length - most })] : [])].join('\n');
}

const spotOf = ({ spot, spotZh }: CallLine, language: Language): string => (language === 'zh-CN' ? spotZh : spot);
