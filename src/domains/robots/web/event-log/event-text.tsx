import type { TFunction } from 'i18next';
import type { DeviceEvent } from '#domains/devices/contract/device.ts';
import { faultText } from '#domains/robots/web/fault-text.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage, useLoadedTexts } from '#ui/language/use-language.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';

export function EventKind({ event }: { event: DeviceEvent }) {
  const t = useLoadedTexts('robots');
  return <Tag tone={toneOf(event)}>{kindOf(event, t)}</Tag>;
}

/** Its kind in words. */
export function kindOf({ kind }: DeviceEvent, t: TFunction): string {
  return t(`eventKind.${kind.replaceAll('.', '-')}`, { defaultValue: kind });
}

function toneOf({ kind, data, ignored }: DeviceEvent): Tone {
  if (ignored) return 'neutral';
  if (kind === 'fault') return data['active'] === false ? 'success' : 'danger';
  if (kind === 'pos.network') return data['reachable'] === false ? 'warning' : 'success';
  return kind === 'log.lines' ? 'neutral' : 'info';
}

/** What else staff must know of it: it was not heeded, or the robot's clock is wrong; empty for most. */
export function noteOf(event: DeviceEvent, t: TFunction): string {
  const unheeded = event.confirmed ? t('event.confirmed') : event.ignored && t('event.ignored');
  return [unheeded, event.clockSkewed && t('event.skewed')].filter(Boolean).join(' · ');
}

/** The event in one line, with what staff look for first. */
export function EventText({ event }: { event: DeviceEvent }) {
  const t = useLoadedTexts('robots');
  return textOf(event, t, useLanguage());
}

/** Its data are kept as the device said them; older firmware may leave parts out. */
function textOf({ kind, data }: DeviceEvent, t: TFunction, language: string): string {
  switch (kind) {
    case 'order.step':
      return join(
        data['orderNo'],
        t(`log.step.${String(data['step'])}`, { defaultValue: '' }),
        reasonOf(data['reason'], t),
      );
    case 'material.refilled':
      return join(refills(data['materials'], t, language), data['operator']);
    case 'fault':
      return join(
        faultText({ code: String(data['code']), part: wordOf(data['part']), text: wordOf(data['text']) }, t),
        data['part'],
        t(data['active'] === false ? 'log.cleared' : 'log.raised'),
      );
    case 'outlet.changed':
      return join(
        t('log.outlet', { outlet: Number(data['outlet']) }),
        t(`log.outletState.${String(data['state'])}`, { defaultValue: String(data['state']) }),
      );
    case 'pos.network':
      return join(t(data['reachable'] === false ? 'log.posAway' : 'log.posBack'), data['pos']);
    case 'log.lines':
      return lines(data['lines']);
    default:
      return join(...Object.values(data).filter((value) => typeof value !== 'object'));
  }
}

const wordOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Robots name the fault for which a drink failed, or say it in words of their own. */
function reasonOf(reason: unknown, t: TFunction): string | undefined {
  const word = wordOf(reason);
  return word && faultText({ code: word }, t);
}

function join(...parts: unknown[]): string {
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
}

function refills(materials: unknown, t: TFunction, language: string): string {
  if (!Array.isArray(materials)) return '';
  const each = materials.map((one: { code?: unknown; level?: unknown }) => {
    const code = String(one.code);
    return `${t(`material.code.${code}`, { defaultValue: code })} ${String(one.level ?? '')}`;
  });
  return joinWords(each, language);
}

/** An uploaded log: its first line, and how many more there are. */
function lines(all: unknown): string {
  if (!Array.isArray(all)) return '';
  const [first] = all as { level?: unknown; text?: unknown }[];
  if (!first) return '';
  return [`[${String(first.level)}]`, String(first.text), all.length > 1 ? `(+${all.length - 1})` : '']
    .join(' ')
    .trim();
}
