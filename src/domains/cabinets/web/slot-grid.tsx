import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { Cabinet } from '../contract/cabinet.ts';
import { type CabinetSlot, cabinetEndpoints } from '../contract/endpoints.ts';
import { EJECT_FAULT } from '../rules/slots.ts';
import { openCabinetDialog } from './cabinet-dialogs.tsx';
import { UnitLink } from './cabinet-words.tsx';

/** The slots of a cabinet as they stand before the reader's eyes, live. */
export function SlotGrid({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation('cabinets');
  const query = useQuery({
    queryKey: ['cabinets', 'slots', cabinet.id],
    queryFn: ({ signal }) => call(cabinetEndpoints.slots, { id: cabinet.id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === 'cabinet' && message.id === cabinet.id,
    refresh: () => query.refetch(),
  });
  const uploadedAt = query.data?.uploadedAt ?? cabinet.uploadedAt;
  return (
    <Card
      title={t('slot.title')}
      extra={
        <span className="quiet">
          {t('slot.uploaded')}: {uploadedAt ? <Time at={uploadedAt} part="second" /> : t('slot.never')}
        </span>
      }
    >
      {query.data && uploadedAt === null && <p className="quiet">{t('slot.none')}</p>}
      <ul className="slot-grid">
        {query.data?.slots.map((slot) => (
          <Slot key={slot.slot} cabinet={cabinet} slot={slot} />
        ))}
      </ul>
    </Card>
  );
}

function Slot({ cabinet, slot }: { cabinet: Cabinet; slot: CabinetSlot }) {
  const { t } = useTranslation('cabinets');
  const { tone, words } = useSlotWords(slot);
  return (
    <li className={`slot slot-${slot.state}`}>
      <header>
        <span className="slot-number figures" data-tip={t('slot.number', { slot: slot.slot })}>
          {slot.slot}
        </span>
        <Tag tone={tone}>{words}</Tag>
      </header>
      <div className="slot-unit">
        {slot.serial === null ? <span className="quiet">–</span> : <UnitLink serial={slot.serial} />}
      </div>
      <Charge soc={slot.soc} />
      <footer>
        <span className="quiet figures">
          {slot.temperatureTenths === null ? '' : `${(slot.temperatureTenths / 10).toFixed(1)} °C`}
        </span>
        {slot.serial !== null && cabinet.online && (
          <Allowed by={cabinetEndpoints.eject}>
            <Button
              small
              aria-label={t('slot.ejectLabel', { slot: slot.slot })}
              onClick={() => openCabinetDialog('eject', cabinet, slot.slot)}
            >
              {t('slot.eject')}
            </Button>
          </Allowed>
        )}
      </footer>
    </li>
  );
}

function useSlotWords(slot: CabinetSlot): { tone: Tone; words: string } {
  const { t } = useTranslation('cabinets');
  if (slot.fault === EJECT_FAULT) return { tone: 'danger', words: t('slot.ejectFailed') };
  if (slot.state === 'fault' || slot.fault !== '')
    return {
      tone: 'danger',
      words: slot.fault && slot.fault !== 'fault' ? t('slot.faultCode', { code: slot.fault }) : t('slot.fault'),
    };
  if (slot.state === 'locked') return { tone: 'warning', words: t('slot.locked') };
  if (slot.reservedUntil !== null) return { tone: 'busy', words: t('slot.reserved') };
  if (slot.state === 'empty') return { tone: 'neutral', words: t('slot.empty') };
  return slot.borrowable
    ? { tone: 'success', words: t('slot.borrowable') }
    : { tone: 'info', words: t('slot.charging') };
}

function Charge({ soc }: { soc: number | null }) {
  if (soc === null) return <div className="slot-charge" />;
  return (
    <div className="slot-charge">
      <span className="slot-bar" data-low={soc < 20 || undefined}>
        <span style={{ inlineSize: `${soc}%` }} />
      </span>
      <span className="figures">{soc} %</span>
    </div>
  );
}
